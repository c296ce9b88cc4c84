import BeckonModel
import Foundation

/// What stands before the first kill: an app, a campaign of each goal, and people who invite. Read
/// by all threads, changed by none.
struct SimulatedShop: Sendable {
  /// How often a rule may pay one person.
  enum Frequency: Sendable {
    /// Once for each referral.
    case referral
    /// Once for each event.
    case event
    /// Once for so many referrals.
    case every(Int64)
  }

  struct Rule: Sendable {
    let id: RuleID
    let name: String
    let frequency: Frequency
    /// Most that one person gets of it.
    let cap: Int64?
  }

  struct Campaign: Sendable {
    let id: CampaignID
    let goal: Int
    let rules: [Rule]

    func rule(_ name: String) -> RuleID? { rules.first { $0.name == name }?.id }
  }

  struct Inviter: Sendable {
    let person: PersonID
    let campaign: Int
    let code: String
  }

  let publishableKey: String
  let secretKey: String
  var campaigns: [Campaign] = []
  var inviters: [Inviter] = []

  /// Someone outside did not do what the simulation needs.
  struct SetUpFailure: Error, CustomStringConvertible {
    let description: String
  }

  /// Makes the app with the program, and the rest through the server.
  /// - Throws: `SetUpFailure`.
  init(publishableKey: String, secretKey: String, port: Int) throws {
    self.publishableKey = publishableKey
    self.secretKey = secretKey
    guard let connection = HTTPConnection(port: port) else {
      throw SetUpFailure(description: "nobody listens")
    }
    for goal in 1...3 {
      let body = Self.campaign(goal: goal)
      campaigns.append(try Self.campaign(ask("/v1/campaigns", body, connection), goal: goal))
    }
    for number in 0..<24 {
      let campaign = number % 3
      let answer = try ask(
        "/v1/people",
        [
          "user_id": .string("inviter-\(number)"), "campaign": .id(campaigns[campaign].id),
        ], connection)
      guard let person = answer["person"]?.string.flatMap({ PersonID($0) }),
        let code = answer["referral_code"]?.string
      else { throw SetUpFailure(description: "no inviter: \(answer.text)") }
      inviters.append(Inviter(person: person, campaign: campaign, code: code))
    }
  }

  private func ask(_ path: String, _ body: JSON, _ connection: HTTPConnection) throws -> JSON {
    connection.send(SimulatedRequest(path: path, key: secretKey, body: body.bytes))
    guard let answer = connection.answer(), answer.isSuccess, let json = answer.json else {
      throw SetUpFailure(description: "\(path) was refused")
    }
    return json
  }

  private static func campaign(_ json: JSON, goal: Int) throws -> Campaign {
    guard let id = json["id"]?.string.flatMap({ CampaignID($0) }) else {
      throw SetUpFailure(description: "no campaign: \(json.text)")
    }
    let rules = (json["rules"]?.elements ?? []).compactMap { rule -> Rule? in
      guard let id = rule["id"]?.string.flatMap({ RuleID($0) }), let name = rule["name"]?.string
      else { return nil }
      let count = rule["when"]?["referrals"]?.integer
      let frequency: Frequency =
        count.map { .every($0) } ?? (rule["per"] == "event" ? .event : .referral)
      return Rule(
        id: id, name: name, frequency: frequency, cap: rule["cap"]?["per_person"]?.integer)
    }
    return Campaign(id: id, goal: goal, rules: rules)
  }

  private static func campaign(goal: Int) -> JSON {
    [
      "name": .string("goal \(goal)"), "goal": .integer(goal), "url": "https://shop.example/",
      "rules": [
        [
          "name": "welcome", "when": ["referral": "confirmed"], "to": "both", "amount": 50,
          "unit": "pieces",
        ],
        [
          "name": "level", "when": ["attribute": "level", "crosses": 5], "to": "both",
          "amount": 20, "unit": "pieces",
        ],
        [
          "name": "nick", "when": ["attribute": "nick", "first_set": true], "to": "recipient",
          "amount": 3, "unit": "points", "hold_days": 0.00001,
        ],
        [
          "name": "purchase", "when": ["event": "purchase"], "to": "both", "amount": 100,
          "unit": "EUR", "per": "event", "hold_days": 0.00002,
        ],
        [
          "name": "watch", "when": ["event": "watch"], "to": "recipient", "amount": 2,
          "unit": "points", "per": "event", "cap": ["per_person": 6],
        ],
        [
          "name": "three", "when": ["referrals": 3, "every": true], "to": "referrer",
          "amount": 10, "unit": "badges",
        ],
        [
          "name": "jackpot", "when": ["event": "jackpot"], "to": "both",
          "amount": 1_000_000_000_000, "unit": "gold",
        ],
        [
          "name": "audit", "when": ["event": "audit"], "to": "referrer", "amount": 1,
          "unit": "points", "trust": "server",
        ],
      ],
    ]
  }
}
