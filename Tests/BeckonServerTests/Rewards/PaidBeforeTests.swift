import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// A payment that was made already uses up nothing, and one that cannot be made leaves nothing.
@Suite struct PaidBeforeTests {
  @Test("What was paid before uses up no cap and no coupon, and is not refused for want of them")
  func bounds() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.post("/v1/coupon-pools/spring/codes", ["codes": ["A"]])
      let campaign = try await app.campaign(rules: [
        rule(["event": "buy"], ["cap": ["total": 50]]),
        rule(["event": "buy"], ["coupon_pool": "spring"]),
      ])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let cem = try await app.signUp("cem", referrer: ana.code)
      for id in 1...3 { try await app.event("buy", id: "b\(id)", of: ben) }
      #expect(try await ben.balance == 100)
      #expect(try await campaign.refusals(of: ben) == [])
      try await app.event("buy", id: "c", of: cem)
      #expect(try await campaign.refusals(of: cem).sorted() == ["cap_total", "no_coupon"])
      #expect(try await app.transfers().count == 2)
    }
  }

  @Test("What was paid before is not refused, though its person was erased since")
  func erasedSince() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [rule(["event": "buy"], to: "referrer")])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let cem = try await app.signUp("cem", referrer: ana.code)
      try await app.event("buy", id: "b1", of: ben)
      #expect(try await ana.erase().status == 204)
      try await app.event("buy", id: "b2", of: ben)
      #expect(try await campaign.refusals(of: ben) == [])
      try await app.event("buy", id: "c1", of: cem)
      #expect(try await campaign.refusals(of: cem) == ["erased"])
    }
  }

  @Test(
    "A full balance takes no reward, paid or held, and nothing of it is left",
    arguments: [[:], ["hold_days": 1], ["cap": ["total": 1_000]]] as [JSON])
  func full(more: JSON) async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [rule(["event": "buy"], more)])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let person = try #require(PersonID(ben.id))
      // One part pending and one posted: together they leave room for 49.
      try await server.change(
        """
        INSERT INTO balances
        SELECT MIN(number), $1, 'pieces_of_eight', $2, 1000 FROM apps
        """,
        [.id(person), .integer(Limits.balanceMax - 1_049)])
      try await app.event("buy", id: "1", of: ben)
      #expect(try await campaign.refusals(of: ben) == ["balance_full"])
      #expect(try await server.number("SELECT COUNT(*) FROM transfers") == 0)
      #expect(try await ben.balance(of: "pieces_of_eight", "pending") == 1_000)
      #expect(try await ben.balance == Limits.balanceMax - 1_049)
      // One less, and it fits.
      try await server.change("UPDATE balances SET posted = posted - 1")
      try await app.event("buy", id: "2", of: ben)
      #expect(try await server.number("SELECT COUNT(*) FROM transfers") == 1)
      let sum = try await server.number("SELECT posted + pending FROM balances")
      #expect(sum == Limits.balanceMax)
      try await server.change(
        "UPDATE balances SET posted = posted - $1", [.integer(Limits.balanceMax - 1_050)])
    }
  }
}
