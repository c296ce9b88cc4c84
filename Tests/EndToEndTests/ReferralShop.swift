import BeckonModel
import TestPrograms
import Testing

/// An app with one campaign, and Ana who invites. A sign-up is its only step, and pays.
struct ReferralShop: Sendable {
  let keys: AppKeys
  let campaign: String
  /// Ana's referral code, which is her link's too.
  let code: String
  private let ana: String

  /// A rule that pays 50 coins at a sign-up.
  static func rule(to side: String, _ more: JSON = [:]) -> JSON {
    .object(
      [
        JSON.Member("name", .string(side)), JSON.Member("when", ["referral": "confirmed"]),
        JSON.Member("to", .string(side)), JSON.Member("amount", 50),
        JSON.Member("unit", "coins"),
      ] + (more.members ?? []))
  }

  /// - Parameter rules: by default both sides are paid.
  init(
    _ server: RunningServer, _ keys: AppKeys,
    rules: [JSON] = [rule(to: "recipient"), rule(to: "referrer")]
  ) async throws {
    self.keys = keys
    let made = try await server.ask(
      "POST", "/v1/campaigns", key: keys.secret,
      ["name": "C", "goal": 1, "url": "https://a.example", "rules": .array(rules)])
    campaign = try #require(made.json["id"]?.string, "\(made.json.text)")
    let ana = try await server.ask(
      "POST", "/v1/people", key: keys.secret,
      ["user_id": "ana", "campaign": .string(campaign)])
    self.ana = try #require(ana.json["person"]?.string, "\(ana.json.text)")
    code = try #require(ana.json["referral_code"]?.string)
  }

  /// A friend of Ana's signs up; the same number is the same friend.
  func signUp(_ number: Int, _ server: RunningServer) async throws -> RunningServer.Answer {
    try await server.ask(
      "POST", "/v1/people", key: keys.secret,
      ["user_id": .string("friend-\(number)"), "referrer": .string(code)])
  }

  /// What Ana has.
  func balance(_ server: RunningServer) async throws -> Int64 {
    let answer = try await server.get("/v1/people/\(ana)/balances", key: keys.secret)
    try #require(answer.status == 200, "\(answer.json.text)")
    return answer.json[0]?["posted"]?.integer ?? 0
  }

  /// Checks that every friend was paid once, and Ana for each; that the accounts sum up to zero.
  func expectPaid(
    friends: Int, _ server: RunningServer, location: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(try await balance(server) == Int64(50 * friends), sourceLocation: location)
    let summary = try await server.get("/v1/ledger/summary", key: keys.secret)
    #expect(summary.json["sums"] == ["coins": 0], sourceLocation: location)
  }
}
