import BeckonContract
import BeckonModel

/// Something that came in lately.
struct RecentFact: Sendable {
  let at: String
  let what: Words
  let details: String
  /// Where more is told of it.
  let link: LocalPath?

  private static let ofEach = "8"
  private static let shown = 12

  /// The latest of an app, of all kinds, newest first.
  static func latest(_ request: DashboardRequest) async throws -> [RecentFact] {
    let clicks = try await request.ask(LinkRoute.listClicks, query: ["limit": ofEach])
    let installs = try await request.ask(InstallRoute.list, query: ["limit": ofEach])
    let people = try await request.ask(PersonRoute.list, query: ["limit": ofEach])
    let events = try await request.ask(EventRoute.list, query: ["limit": ofEach])
    let payments = try await request.ask(PaymentRoute.list, query: ["limit": ofEach])
    let transfers = try await request.ask(RewardRoute.listTransfers, query: ["limit": ofEach])
    let all =
      rows(clicks["clicks"]).compactMap { click($0, request) }
      + rows(installs["installs"]).compactMap { install($0, request) }
      + rows(people["people"]).compactMap { person($0, request) }
      + rows(events["events"]).compactMap { event($0, request) }
      + rows(payments["payments"]).compactMap { payment($0, request) }
      + rows(transfers["transfers"]).compactMap { transfer($0, request) }
    return Array(all.sorted { $1.at < $0.at }.prefix(shown))
  }

  private static func rows(_ list: JSON?) -> [JSON] { list?.elements ?? [] }

  private static func words(_ json: JSON, _ names: String...) -> String {
    names.compactMap { json.value(at: $0)?.string }.joined(separator: " · ")
  }

  private static func why(_ json: JSON, _ name: String, _ request: DashboardRequest) -> LocalPath? {
    json[name]?.string.map { request.page("why", query: ["q": $0]) }
  }

  private static func click(_ json: JSON, _ request: DashboardRequest) -> RecentFact? {
    json["at"]?.string.map { at in
      RecentFact(
        at: at, what: json["kind"]?.string == "click" ? .click : .robot,
        details: words(json, "platform", "os_version", "device_model", "language"),
        link: why(json, "link", request))
    }
  }

  private static func install(_ json: JSON, _ request: DashboardRequest) -> RecentFact? {
    json["created_at"]?.string.map { at in
      RecentFact(
        at: at, what: .install, details: words(json, "platform", "match.type", "match.reason"),
        link: why(json, "install", request))
    }
  }

  private static func person(_ json: JSON, _ request: DashboardRequest) -> RecentFact? {
    let at = json["signed_up_at"]?.string ?? json["created_at"]?.string
    return at.map { at in
      RecentFact(
        at: at, what: json["signed_up_at"] == nil ? .person : .signUps,
        details: json["identities"]?[0].flatMap(request.shown) ?? "",
        link: why(json, "person", request))
    }
  }

  private static func event(_ json: JSON, _ request: DashboardRequest) -> RecentFact? {
    json["received_at"]?.string.map { at in
      RecentFact(
        at: at, what: .event, details: words(json, "name", "trust"),
        link: why(json, "person", request))
    }
  }

  private static func payment(_ json: JSON, _ request: DashboardRequest) -> RecentFact? {
    json["received_at"]?.string.map { at in
      let money = request.figures.money(
        json["decimal"]?.string ?? "", json["currency"]?.string ?? "")
      return RecentFact(
        at: at, what: .payment, details: money + " · " + words(json, "type", "trust"),
        link: why(json, "payment", request))
    }
  }

  private static func transfer(_ json: JSON, _ request: DashboardRequest) -> RecentFact? {
    json["created_at"]?.string.map { at in
      let amount = request.figures.whole(json["amount"]?.integer ?? 0)
      let person = json["to"]?.string.flatMap { $0.split(on: ":").last }
      return RecentFact(
        at: at, what: .transfer,
        details: amount + " " + words(json, "unit") + " · " + words(json, "state"),
        link: person.map { request.page("why", query: ["q": $0]) })
    }
  }
}
