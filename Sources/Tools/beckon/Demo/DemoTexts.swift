import BeckonModel
import BeckonSDK
import Foundation

/// Ana invites two friends by text message: from the text to her reward. The gateway is the one
/// that writes to the server's log, so no phone rings.
struct DemoTexts {
  let server: DemoServer
  let narrator: Narrator
  let unit: String

  // Numbers that are never given out, for stories (Bundesnetzagentur).
  private let gil = "+491729925904"
  private let hugo = "+491749091317"

  /// - Returns: the id of who came by it.
  func play(_ ana: DemoPhone, names: [String: String]) async throws -> String {
    try await setUp()
    try await stop()
    let (id, link) = try await invite(ana)
    let person = try await follow(link, ana, names)
    try await look(id)
    return person
  }

  private func setUp() async throws {
    narrator.chapter("Ana invites Gil and Hugo by text message")
    _ = try await server.ask(
      "PATCH", "/v1/app",
      [
        "sms": [
          "senders": ["Pirates"], "url": "https://pirates.example/aboard", "quiet_hours": false,
        ]
      ])
    let texts = try await server.ask("GET", "/v1/messages/texts")
    let standard = texts["texts"]?[0]?["id"]?.string ?? ""
    let written = try await server.ask(
      "PUT", "/v1/messages/texts/" + standard,
      ["text": "Ahoy {receiver}, {sender} wants you aboard: {link}"])
    narrator.tell(
      "the app says who its texts are from, and what they say, in \(written["parts"]?.text ?? "?") "
        + "message: \(written["text"]?.string ?? "")")
  }

  /// Hugo has had enough of texts before.
  private func stop() async throws {
    let url = try await server.ask("GET", "/v1/messages/replies")["url"]?.string ?? ""
    let from = hugo.replacingOccurrences(of: "+", with: "%2B")
    let answer = try await server.call("GET", url + "?from=\(from)&text=STOP")
    narrator.expect(answer.status == 200, "Hugo wrote STOP last week, and the gateway told us")
  }

  private func invite(_ ana: DemoPhone) async throws -> (id: String, link: String) {
    let made = try await ana.sdk.invite([
      .init(phone: gil, name: "Gil"), .init(phone: hugo, name: "Hugo"),
    ]) { $0.senderName = "Ana" }
    let statuses = Set(made.recipients.map(\.status.rawValue))
    narrator.expect(
      statuses == ["waiting"] && made.recipients.count == 2,
      "her phone is told the same of both, so it learns of nobody's STOP")
    var sent: [(to: String, text: String)] = []
    for _ in 0..<100 where sent.isEmpty {
      // The text goes out within a second, in the background.
      try await Task.sleep(nanoseconds: 100_000_000)
      sent = server.sentTexts()
    }
    narrator.table(["to", "text"], sent.map { [$0.to, $0.text] })
    narrator.expect(
      sent.count == 1 && sent.first?.to == gil, "one text went out: to Gil, and none to Hugo")
    return (made.id ?? "", sent.first?.text.split(separator: " ").last.map(String.init) ?? "")
  }

  private func follow(
    _ link: String, _ ana: DemoPhone, _ names: [String: String]
  ) async throws -> String {
    let before = try await balance(ana)
    let phone = try DemoPhone(of: "gil", at: "203.0.113.83", server)
    let click = try await phone.open(link)
    let match = try await phone.sdk.start()
    narrator.expect(
      click.status == 302 && match.link != nil,
      "Gil follows it and installs; it was this text: \(match.certainty.rawValue)")
    let person = try await phone.sdk.identify(userID: "gil") { $0.email = "gil@example.com" }
    narrator.expect(
      person.referredBy.flatMap { names[$0] } == "Ana", "he signs up, and Ana referred him")
    _ = try await phone.sdk.setAttributes(["level": 5])
    _ = await phone.sdk.flush()
    let earned = try await balance(ana) - before
    narrator.expect(earned == 50, "he reaches level 5, and Ana gets \(earned) \(unit)")
    await phone.sdk.close()
    return person.id
  }

  /// What the app's own server is told.
  private func look(_ id: String) async throws {
    var recipients: [JSON] = []
    for _ in 0..<100 where recipients.first?["followed_at"] == nil {
      let seen = try await server.ask("GET", "/v1/invites/" + id)
      recipients = seen["recipients"]?.elements ?? []
      // Clicks are counted within a second, in the background.
      try await Task.sleep(nanoseconds: 100_000_000)
    }
    narrator.table(
      ["number", "state", "reason", "followed"],
      recipients.map { row in
        [
          row["phone"]?.string ?? "", row["state"]?.string ?? "", row["reason"]?.string ?? "",
          row["followed_at"] == nil ? "no" : "yes",
        ]
      })
    narrator.expect(
      recipients.map { $0["reason"]?.string } == [nil, "suppressed"]
        && recipients.first?["followed_at"] != nil,
      "the app's server, with its secret key, is told all of it")
  }

  private func balance(_ phone: DemoPhone) async throws -> Int {
    try await phone.sdk.balances().first { $0.unit == unit }?.posted ?? 0
  }
}

extension DemoServer {
  /// The text messages that the gateway has written to the server's log.
  fileprivate func sentTexts() -> [(to: String, text: String)] {
    let log = (try? Data(contentsOf: URL(fileURLWithPath: folderPath + "/server.log"))) ?? Data()
    return log.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let entry = try? JSONReader.read(Array(line)), entry["parts"] != nil,
        let number = entry["to"]?.string, let text = entry["text"]?.string
      else { return nil }
      return (number, text)
    }
  }
}
