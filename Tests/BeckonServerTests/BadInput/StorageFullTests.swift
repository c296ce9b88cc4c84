import BeckonModel
import Testing

/// A disk without room.
@Suite struct StorageFullTests {
  @Test("When the disk is full nothing is half-written, and reading goes on")
  func full() async throws {
    try await TestServer.run(fileBytesMax: 1_600_000) { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], to: "both", ["per": "event"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let filling = JSON.string(String(repeating: "x", count: 30_000))
      var answer = HTTPAnswer()
      var accepted: Int64 = 0
      repeat {
        answer = try await app.post(
          "/v1/events",
          [
            "events": [
              [
                "id": .string("e-\(accepted)"), "name": "buy", "person": .string(ben.id),
                "properties": ["filling": filling],
              ]
            ]
          ])
        if answer.status == 200 { accepted += 1 }
      } while answer.status == 200 && accepted < 1_000
      #expect(accepted > 0, "the tables alone leave no room")
      #expect(answer.status == 503)
      #expect(answer.code == "storage_full")
      #expect(answer["Retry-After"] == "1")

      // The event that did not fit left neither fact nor id nor money.
      #expect(try await (ana.balance, ben.balance) == (accepted * 50, accepted * 50))
      #expect(try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'buy'") == accepted)
      #expect(try await server.number("SELECT COUNT(*) FROM fact_ids") == accepted)
      #expect(try await app.get("/v1/ledger/summary").value("sums") == ["pieces_of_eight": 0])

      // With room again, the same event is taken, once.
      try await server.change("DELETE FROM facts WHERE name = 'buy'")
      #expect(try await app.event("buy", id: "e-\(accepted)", of: ben)["status"] == "accepted")
      #expect(try await app.event("buy", id: "e-\(accepted)", of: ben)["status"] == "duplicate")
      #expect(try await ben.balance == (accepted + 1) * 50)
    }
  }
}
