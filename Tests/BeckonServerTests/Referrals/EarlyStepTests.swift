import BeckonModel
import Testing

/// Steps that come before an earlier one: what they do is what they do in order.
@Suite struct EarlyStepTests {
  private static let rules = [
    rule(["referral": "unconfirmed"], amount: 3),
    rule(["referral": "confirmed"], to: "both", amount: 10),
  ]

  @Test(
    "A client's step is reviewed, also when a server closes the gap", arguments: [[2, 3], [3, 2]])
  func trust(order: [Int]) async throws {
    try await TestServer.run { server in
      let app = server.app
      let careful = rule(["referral": "confirmed"], ["trust": "server"])
      let early = rule(["referral": "unconfirmed"], amount: 3, ["trust": "server"])
      let campaign = try await app.campaign(goal: 3, rules: [careful, early])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      for step in order {
        _ = try await campaign.convert(
          ben, step: step, id: "\(step)", as: step == 3 ? .publishable : .secret,
          token: ben.token)
      }
      #expect(try await (ben.balance, ben.inReview) == (3, 50))
      let waiting = try await app.transfers("&state=in_review")
      #expect(waiting.map { $0["reasons"] } == [["client_fact"]])
    }
  }

  @Test(
    "A refund takes back what its own step has paid, in whatever order the steps came",
    arguments: [[2, 3], [3, 2]], [2, 3])
  func refund(order: [Int], refunded: Int) async throws {
    try await TestServer.run { server in
      let app = server.app
      let two = rule(["referrals": 1], to: "referrer", amount: 5)
      let campaign = try await app.campaign(goal: 3, rules: Self.rules + [two])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      for step in order { _ = try await campaign.convert(ben, step: step, id: "\(step)") }
      #expect(try await (ben.balance, ana.balance) == (13, 15))
      for id in ["r1", "r2"] {
        try await app.event("refund", id: id, of: ben, ["of": .string("\(refunded)")])
      }
      let left: (Int64, Int64) = refunded == 3 ? (3, 0) : (10, 15)
      #expect(try await (ben.balance, ana.balance) == left)
      #expect(try await campaign.referral(of: ben)?["state"] == "reversed")
    }
  }

  @Test("A step that was refunded before it came pays nothing by closing a gap")
  func refundedBefore() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 3, rules: Self.rules)
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await campaign.convert(ben, step: 3, id: "3").status == 409)
      try await app.event("refund", id: "r", of: ben, ["of": "2"])
      #expect(try await campaign.convert(ben, step: 2, id: "2").status == 200)
      #expect(try await (ben.balance, ana.balance) == (0, 0))
      #expect(try await campaign.referral(of: ben)?["state"] == "reversed")
    }
  }
}
