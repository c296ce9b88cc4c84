import BeckonModel
import Testing

/// A campaign of a test.
struct TestCampaign: Sendable {
  let app: TestApp
  let id: String
  /// The answer that made it.
  let made: HTTPAnswer

  var path: String { "/v1/campaigns/\(id)" }
  var ruleIDs: [String] { made.list("rules").compactMap { $0["id"]?.string } }

  /// A person reaches a step.
  func convert(
    _ person: TestPerson, step: Int, id: String, as key: TestApp.Key = .secret,
    token: String? = nil
  ) async throws -> HTTPAnswer {
    try await app.post(
      path + "/conversions",
      ["person": .string(person.id), "step": .integer(step), "id": .string(id)], as: key,
      token: token)
  }

  /// The referral of a person, with its risk and the refusals; `nil` when nobody referred them.
  func referral(of person: TestPerson) async throws -> JSON? {
    try await app.get(path + "/referrals?limit=200").list("referrals")
      .first { $0["person"]?.string == person.id }
  }

  /// Why rules that fired for a person's referral did not pay.
  func refusals(of person: TestPerson) async throws -> [String] {
    (try await referral(of: person)?["refusals"]?.elements ?? [])
      .compactMap { $0["reason"]?.string }
  }

  /// The leaderboard as `name: confirmed`.
  func leaders() async throws -> [String: Int64] {
    let leaders = try await app.get(path + "/leaderboard").list("leaders")
    return Dictionary(
      leaders.map { ($0["name"]?.string ?? "", $0["confirmed"]?.integer ?? -1) },
      uniquingKeysWith: { first, _ in first })
  }
}

/// A reward rule as the API takes it: 50 pieces of eight, unless `more` says otherwise.
func rule(_ when: JSON, to: String = "recipient", amount: Int64 = 50, _ more: JSON = [:]) -> JSON {
  let usual = JSON.object([
    "name": "a rule", "when": when, "to": .string(to), "amount": .integer(amount),
    "unit": "pieces_of_eight",
  ])
  let changed = (more.members ?? []).map(\.name)
  return .object(
    (usual.members ?? []).filter { !changed.contains($0.name) } + (more.members ?? []))
}

/// 50 for the newcomer, where signing up is the only step.
let welcome = rule(["referral": "confirmed"])
/// 50 for who brought them.
let thanks = rule(["referral": "confirmed"], to: "referrer")
