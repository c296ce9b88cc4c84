import BeckonModel

/// One of many threads that sign people up and report what they do, each request to several servers
/// at once.
final class FleetCustomer {
  private static let agent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 "
    + "(KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
  private static let eventsEach = 3

  private let shop: FleetShop
  private let client: FleetClient
  private let copies: Int
  private var gathered = FleetFacts()

  init(_ shop: FleetShop, _ client: FleetClient, copies: Int) {
    self.shop = shop
    self.client = client
    self.copies = copies
  }

  /// What was acknowledged.
  var facts: FleetFacts {
    var facts = gathered
    facts.violations += client.violations
    return facts
  }

  private func acknowledged(_ path: String, _ body: JSON) -> [SimulatedAnswer] {
    gathered.copiesSent += copies
    return client.acknowledged(
      SimulatedRequest(path: path, key: shop.options.secretKey, body: body.bytes), copies: copies)
  }

  /// Signs somebody up with a referrer. All copies must make the same person.
  func signUp(_ user: String, inviter: Int) -> FleetFacts.Member? {
    let people = acknowledged(
      "/v1/people",
      [
        "user_id": .string(user), "campaign": .string(shop.campaign),
        "referrer": .string(shop.inviters[inviter].code),
      ]
    ).map { $0.json?["person"]?.string ?? "" }
    guard let person = people.first else { return nil }
    if Set(people).count > 1 { gathered.violations.append("\(user) was doubled: two people") }
    return FleetFacts.Member(user: user, person: person, inviter: inviter)
  }

  /// Reports the paying step. All copies must get the same answer, byte by byte.
  func convert(_ member: FleetFacts.Member, id: String) {
    var member = member
    let answers = acknowledged(
      "/v1/campaigns/\(shop.campaign)/conversions", Self.conversion(member.person, id))
    if let first = answers.first {
      member.conversion = FleetFacts.Conversion(id: id, answer: first.body)
      if answers.contains(where: { $0.body != first.body }) {
        gathered.violations.append("two answers to one conversion, \(id)")
      }
      if first.json?["paid"]?.elements?.count != 2 {
        gathered.violations.append("\(id) did not pay both: \(first.json?.text.prefix(300) ?? "")")
      }
    }
    gathered.members.append(member)
  }

  static func conversion(_ person: String, _ id: String) -> JSON {
    ["person": .string(person), "step": 2, "id": .string(id)]
  }

  /// Sends a few events; each is accepted by at most one of the copies.
  func track(_ member: FleetFacts.Member) {
    let ids = (0..<Self.eventsEach).map { "\(member.user)-event-\($0)" }
    let answers = acknowledged("/v1/events", Self.events(ids, person: member.person))
    guard !answers.isEmpty else { return }
    for (place, id) in ids.enumerated() {
      let words = answers.map { $0.json?["receipts"]?[place]?["status"]?.string ?? "" }
      if words.contains(where: { !["accepted", "duplicate"].contains($0) }) {
        gathered.violations.append("event \(id) was answered \(words)")
      }
      if words.filter({ $0 == "accepted" }).count > 1 {
        gathered.violations.append("event \(id) was doubled: accepted twice")
      }
    }
    gathered.events += ids
  }

  static func events(_ ids: [String], person: String?) -> JSON {
    let person = person.map { [JSON.Member("person", .string($0))] } ?? []
    return [
      "events": .array(
        ids.map { .object([.init("id", .string($0)), .init("name", "view")] + person) })
    ]
  }

  /// Follows a link, once: a second time would be a second click.
  func click(_ inviter: Int) -> SimulatedAnswer? {
    let answer = client.once(
      SimulatedRequest(
        method: "GET", path: "/" + shop.linkCode(inviter), headers: [("User-Agent", Self.agent)]))
    switch answer?.status {
    case 302: gathered.clicks[inviter, default: .init()].acknowledged += 1
    case 503 where answer?.json?["code"] != "deadline_exceeded": break
    case nil, 503: gathered.clicks[inviter, default: .init()].unknown += 1
    default: gathered.violations.append("a link was answered \(answer?.status ?? 0)")
    }
    return answer
  }
}
