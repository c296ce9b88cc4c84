import BeckonModel
import Testing

/// What stands together in one batch.
@Suite struct EventOrderTests {
  /// Sends a batch of the app's server; gives the statuses.
  private func send(_ app: TestApp, _ events: [JSON]) async throws -> [String] {
    let answer = try await app.post("/v1/events", ["events": .array(events)])
    return answer.list("receipts").compactMap { $0["status"]?.string }
  }

  private func event(_ name: String, _ id: String, of person: TestPerson, _ more: JSON = [:])
    -> JSON
  {
    .object([
      "id": .string(id), "name": .string(name), "person": .string(person.id), "properties": more,
    ])
  }

  @Test("A refund in the batch of its purchase works, whichever comes first")
  func refunds() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [rule(["event": "buy"], ["per": "event"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let statuses = try await send(
        app,
        [
          event("buy", "1", of: ben), event("refund", "r1", of: ben, ["of": "1"]),
          event("refund", "r2", of: ben, ["of": "2"]), event("buy", "2", of: ben),
          event("buy", "3", of: ben),
        ])
      #expect(statuses == Array(repeating: "accepted", count: 5))
      #expect(try await ben.balance == 50)
      #expect(try await campaign.refusals(of: ben) == ["refunded"])
      let kinds = try await app.transfers().compactMap { $0["kind"]?.string }
      #expect(kinds.sorted() == ["clawback", "reward", "reward"])
    }
  }

  @Test("An event that stands twice in a batch pays once")
  func twice() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], ["per": "event"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let one = event("buy", "1", of: ben)
      #expect(try await send(app, [one, "nothing", one]) == ["accepted", "rejected", "duplicate"])
      #expect(try await ben.balance == 50)
    }
  }

  @Test("Each event of a batch goes by its own person: merged, erased, returned, or none")
  func people() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben")
      let cem = try await app.signUp("cem")
      #expect(try await ben.merge(into: ana).status == 200)
      #expect(try await cem.erase().status == 204)
      try await server.wait(hours: 1)
      let back = try await app.signUp("cem")
      try await server.wait(hours: 1)
      let statuses = try await send(
        app,
        [
          event("see", "1", of: ana), event("see", "2", of: ben), event("see", "3", of: cem),
          ["id": "4", "name": "see", "user_id": "cem", "at": server.time(days: -1)],
          ["id": "5", "name": "see", "user_id": "cem"], ["id": "6", "name": "see"],
        ])
      #expect(
        statuses == ["accepted", "accepted", "rejected", "rejected", "accepted", "accepted"])
      func seen(_ person: TestPerson) async throws -> Int {
        try await person.export().list("facts").filter { $0["name"] == "see" }.count
      }
      #expect(try await (seen(ana), seen(back)) == (2, 1))
    }
  }
}
