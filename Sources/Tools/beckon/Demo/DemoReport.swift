import BeckonModel

/// The ledger, the leaderboard and the explanation of Ben's match, and where each can be seen.
struct DemoReport {
  let server: DemoServer
  let story: DemoStory
  let narrator: Narrator

  func show() async throws {
    try await ledger()
    try await leaderboard()
    try await explanation()
  }

  /// How to ask a server that goes on for the same.
  func whereToLook() {
    narrator.chapter("Where each can be seen")
    narrator.command("first", "KEY='Authorization: Bearer \(server.secretKey)'")
    narrator.command("and", "URL=" + server.url)
    let curl = "curl -H \"$KEY\" $URL/v1/"
    narrator.command("ledger", curl + "ledger/transfers")
    narrator.command("leaderboard", curl + "campaigns/\(story.campaign)/leaderboard")
    narrator.command("explanation", curl + "installs/\(story.benInstall)/attribution")
    narrator.command("products", curl + "recommendations'?product=spyglass'")
    narrator.command("the API", "\(server.url)/v1/openapi.yaml")
  }

  private func ledger() async throws {
    narrator.chapter("The ledger")
    let page = try await server.ask("GET", "/v1/ledger/transfers")
    let transfers = page["transfers"]?.elements ?? []
    narrator.table(
      ["from", "to", "amount", "unit", "state", "reasons"],
      transfers.reversed().map { transfer in
        [
          account(transfer["from"]), account(transfer["to"]), transfer["amount"]?.text ?? "",
          transfer["unit"]?.string ?? "", transfer["state"]?.string ?? "",
          transfer["reasons"]?.elements?.compactMap(\.string).joined(separator: ", ") ?? "",
        ]
      })
    let summary = try await server.ask("GET", "/v1/ledger/summary")
    let sum = summary["sums"]?[DemoStory.unit]?.integer
    narrator.expect(transfers.count == 5, "five rewards: four paid, one held")
    narrator.expect(sum == 0, "the sum over all accounts is \(sum.map(String.init) ?? "unknown")")
  }

  /// `person:per_…` by name, the campaign's budget as such.
  private func account(_ json: JSON?) -> String {
    let parts = (json?.string ?? "").split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0] == "person" else { return parts.first ?? "" }
    return story.names[parts[1]] ?? parts[1]
  }

  private func leaderboard() async throws {
    narrator.chapter("The leaderboard")
    let page = try await server.ask("GET", "/v1/campaigns/\(story.campaign)/leaderboard")
    narrator.table(
      ["rank", "person", "confirmed", "pending"],
      (page["leaders"]?.elements ?? []).map { leader in
        [
          leader["rank"]?.text ?? "", leader["name"]?.string ?? "",
          leader["confirmed"]?.text ?? "", leader["pending"]?.text ?? "",
        ]
      })
  }

  private func explanation() async throws {
    narrator.chapter("Why Ben was matched")
    let why = try await server.ask("GET", "/v1/installs/\(story.benInstall)/attribution")
    narrator.tell(why["explanation"]?.string ?? "")
    let candidate = why["candidates"]?[0]
    narrator.table(
      ["signal", "click and install"],
      (candidate?["signals"]?.members ?? []).map { [$0.name, $0.value.string ?? ""] })
  }
}
