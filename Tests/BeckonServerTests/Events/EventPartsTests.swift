import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// Batches that are much work do not keep all other writes waiting.
@Suite struct EventPartsTests {
  private static func batch(_ count: Int, _ app: AppContext, _ now: Instant) -> EventBatch {
    let events = (0..<count).map { number in
      Event(id: "e\(number)", name: "buy", subject: .userID("ben"), at: nil)
    }
    return EventBatch(events, for: app, trust: .server, sentAt: nil, received: now)
  }

  @Test("Events on which rules wait come in parts, all others at once")
  func parts() async throws {
    try await TestServer.run { server in
      let now = server.ambient.now()
      func stored(of count: Int, from place: Int) async throws -> Int {
        try await server.database.write { connection in
          let app = try TestServer.context(connection)
          let scope = Scope(connection: connection, app: app, now: now, ambient: server.ambient)
          return try EventIntake.store(Self.batch(count, app, now), from: place, scope) { true }
            .count
        }
      }
      #expect(try await stored(of: 250, from: 0) == 250)
      _ = try await server.app.campaign(rules: [rule(["event": "buy"])])
      #expect(try await stored(of: 250, from: 0) == 100)
      #expect(try await stored(of: 250, from: 200) == 50)
    }
  }

  @Test("A batch of many parts gets all its receipts, and once more the same under one key")
  func receipts() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], ["per": "event", "organic": true])])
      let ben = try await app.signUp("ben")
      let events = (0..<250).map { number -> JSON in
        ["id": .string("e\(number % 240)"), "name": "buy", "person": .string(ben.id)]
      }
      func send() async throws -> HTTPAnswer {
        try await app.post(
          "/v1/events", ["events": .array(events)], headers: [("Idempotency-Key", "k1")])
      }
      let first = try await send()
      let statuses = first.list("receipts").compactMap { $0["status"]?.string }
      #expect(statuses.filter { $0 == "accepted" }.count == 240)
      #expect(statuses.suffix(10).allSatisfy { $0 == "duplicate" } && statuses.count == 250)
      #expect(try await ben.balance == 240 * 50)
      let again = try await send()
      #expect(again.text == first.text && again["Idempotency-Replayed"] == "true")
    }
  }
}
