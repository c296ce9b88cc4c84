import BeckonModel
import Testing

/// Rewards that wait, for a time or for a decision.
@Suite struct HoldAndReviewTests {
  @Test("A hold of a fraction of a day ends by the server's clock", arguments: [0.25, 1, 2.5])
  func hold(days: Double) async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [
        rule(["referral": "confirmed"], ["hold_days": .number("\(days)")])
      ])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await server.wait(days: days - 0.001)
      #expect(try await (ben.balance, ben.pending) == (0, 50))
      try await server.wait(days: 0.001)
      #expect(try await (ben.balance, ben.pending) == (50, 0))
      try await server.wait(days: 30)
      #expect(try await ben.balance == 50)
    }
  }

  @Test("A rule that trusts only servers has a client's fact reviewed")
  func trust() async throws {
    try await TestServer.run { server in
      let app = server.app
      let careful = rule(["event": "buy"], ["trust": "server", "per": "event"])
      _ = try await app.campaign(rules: [careful])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await app.event("buy", id: "1", of: ben)
      #expect(try await ben.balance == 50)
      for id in ["2", "3"] { try await app.event("buy", id: id, of: ben, as: .publishable) }
      #expect(try await ben.inReview == 100)
      let waiting = try await app.transfers("&state=in_review")
      #expect(waiting.map { $0["reasons"] } == [["client_fact"], ["client_fact"]])
      let ids = waiting.compactMap { $0["id"]?.string }
      let path = "/v1/ledger/transfers/"
      let approved = try await app.post(path + "\(ids[0])/review", ["decision": "approve"])
      #expect(approved.string("state") == "posted")
      let rejected = try await app.post(
        path + "\(ids[1])/review", ["decision": "reject", "reason": "a robot"])
      #expect(rejected.string("state") == "voided")
      #expect(rejected.value("reasons") == ["client_fact", "a robot"])
      #expect(try await (ben.balance, ben.pending) == (100, 0))
      let again = try await app.post(path + "\(ids[1])/review", ["decision": "approve"])
      #expect(again.code == "not_in_review")
      let unknown = try await app.post(path + "\(ids[1])/review", ["decision": "perhaps"])
      #expect(unknown.code == "invalid_field")
    }
  }

  @Test("What is approved in review is still held as long as its rule says")
  func approvedAndHeld() async throws {
    try await TestServer.run { server in
      let app = server.app
      let careful = rule(["event": "buy"], ["trust": "server", "hold_days": 2])
      _ = try await app.campaign(rules: [careful])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await app.event("buy", id: "1", of: ben, as: .publishable)
      let id = try #require(try await app.transfers("&state=in_review").first?["id"]?.string)
      let approved = try await app.post(
        "/v1/ledger/transfers/\(id)/review", ["decision": "approve"])
      #expect(approved.string("state") == "pending")
      try await server.wait(days: 1.5)
      #expect(try await (ben.balance, ben.pending) == (0, 50))
      try await server.wait(days: 0.5)
      #expect(try await (ben.balance, ben.pending) == (50, 0))
    }
  }

  @Test("Clawback by hand takes a reward back once, posted or pending")
  func clawback() async throws {
    try await TestServer.run { server in
      let app = server.app
      let held = rule(["referral": "confirmed"], ["unit": "later", "hold_days": 1])
      _ = try await app.campaign(rules: [welcome, held])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await ben.redeem(30, id: "spent").status == 201)
      for transfer in try await app.transfers() where transfer["kind"] == "reward" {
        let id = try #require(transfer["id"]?.string)
        for _ in 1...3 {
          let answer = try await app.call("POST", "/v1/ledger/transfers/\(id)/clawback")
          #expect(answer.status == 200)
        }
      }
      #expect(try await ben.balance == -30)
      #expect(try await ben.balance(of: "later", "pending") == 0)
      try await server.wait(days: 2)
      #expect(try await ben.balance(of: "later") == 0)
      #expect(try await app.transfers().filter { $0["kind"] == "clawback" }.count == 1)
    }
  }

  @Test("A refund after a merge takes the reward from the survivor")
  func refundAfterMerge() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], to: "referrer")])
      let ana = try await app.signUp("ana")
      let ana2 = try await app.signUp("ana-2")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await app.event("buy", id: "b", of: ben)
      #expect(try await ana.merge(into: ana2).status == 200)
      #expect(try await ana2.balance == 50)
      try await app.event("refund", id: "r", of: ben, ["of": "b"])
      #expect(try await ana2.balance == 0)
    }
  }

  @Test("A refund after an erasure takes what the erased person left")
  func refundAfterErasure() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], to: "referrer")])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await app.event("buy", id: "b", of: ben)
      #expect(try await ana.erase().status == 204)
      try await app.event("refund", id: "r", of: ben, ["of": "b"])
      #expect(try await server.number("SELECT CAST(SUM(posted) AS BIGINT) FROM balances") == 0)
    }
  }
}
