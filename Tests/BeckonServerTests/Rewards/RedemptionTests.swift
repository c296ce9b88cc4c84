import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// Spending.
@Suite struct RedemptionTests {
  @Test("A redemption happens once, and not beyond the balance")
  func redeem() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let first = try await ben.redeem(30, id: "order-1")
      let again = try await ben.redeem(30, id: "order-1")
      #expect(first.status == 201)
      #expect(again.body == first.body)
      #expect(try await ben.balance == 20)
      #expect(try await ben.redeem(20, id: "order-1").code == "idempotency_conflict")
      #expect(try await ana.redeem(30, id: "order-1").code == "idempotency_conflict")
      let tooMuch = try await ben.redeem(21, id: "order-2")
      #expect(tooMuch.code == "insufficient_balance")
      #expect(tooMuch.integer("posted") == 20)
      #expect(try await ben.redeem(20, id: "order-2").status == 201)
      #expect(try await ben.redeem(1, id: "order-3", unit: "gold").code == "insufficient_balance")
    }
  }

  @Test("What is pending cannot be spent")
  func pending() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["referral": "confirmed"], ["hold_days": 1])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await ben.redeem(1, id: "x").code == "insufficient_balance")
    }
  }

  @Test("Fifty redemptions of one balance at the same time spend it once")
  func concurrent() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...50 {
          group.addTask { try await ben.redeem(20, id: "order-\(number)").status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.filter { $0 == 201 }.count == 2)
      #expect(try await ben.balance == 10)
    }
  }

  @Test("A redemption is the same after its person was merged")
  func merged() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await ben.redeem(30, id: "order-1").status == 201)
      #expect(try await ben.merge(into: ana).status == 200)
      #expect(try await ben.redeem(30, id: "order-1").status == 201)
      #expect(try await ana.balance == 20)
    }
  }

  @Test(
    "An amount that is none is refused",
    arguments: [0, -1, 1.5, 9_223_372_036_854_775_807, .number("9223372036854775808"), "5", true]
      as [JSON])
  func amounts(amount: JSON) async throws {
    try await TestServer.run { server in
      let ana = try await server.app.signUp("ana")
      let answer = try await server.app.post(
        ana.path + "/redemptions", ["id": "x", "amount": amount, "unit": "gold"])
      #expect(answer.code == "invalid_field")
      #expect(answer.string("field") == "amount")
      let campaign = try await server.app.post(
        "/v1/campaigns",
        [
          "name": "x", "goal": 1, "url": "https://shop.example/",
          "rules": [rule(["event": "a"], ["amount": amount])],
        ])
      #expect(campaign.string("field") == "rules[0].amount")
    }
  }

  @Test("Balances near the largest number are paid and summed up without a fault")
  func nearTheLargest() async throws {
    try await TestServer.run { server in
      let app = server.app
      let large = rule(["event": "buy"], amount: 1_000_000_000_000, ["per": "event"])
      let campaign = try await app.campaign(rules: [large])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await app.event("buy", id: "1", of: ben)
      // Nine million such payments later, two people are about to pass what 64 bits hold.
      let other = DatabaseValue.identifier(Identifier(high: 0, low: 1))
      try await server.change(
        """
        INSERT INTO balances
        SELECT MIN(number), $1, 'pieces_of_eight', 9223372036854775000, 0 FROM apps
        """, [other])
      try await server.change("UPDATE balances SET posted = 9223372036854775000 WHERE posted > 0")
      let receipt = try await app.event("buy", id: "2", of: ben)
      #expect(receipt["status"] == "accepted")
      #expect(try await ben.balance == 9_223_372_036_854_775_000)
      #expect(try await campaign.refusals(of: ben) == ["balance_full"])
      #expect(try await app.get("/v1/ledger/summary").status == 200)
      try await server.change("DELETE FROM balances WHERE person = $1", [other])
      try await server.change("UPDATE balances SET posted = 1000000000000")
    }
  }
}
