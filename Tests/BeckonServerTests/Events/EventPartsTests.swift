import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// Batches that are much work do not keep all other writes waiting.
@Suite struct EventPartsTests {
  private static func batch(
    _ count: Int, _ app: AppContext, _ now: Instant,
    of subject: (Int) -> Event.Subject = { _ in .userID("ben") }
  ) -> EventBatch {
    let events = (0..<count).map { number in
      Event(id: "e\(number)", name: "buy", subject: subject(number), at: nil)
    }
    return EventBatch(events, for: app, trust: .server, sentAt: nil, received: now)
  }

  /// Somebody whom the app does not know.
  private static func stranger(_ number: Int) -> Event.Subject {
    .person(PersonID(Identifier(high: 1, low: UInt64(number))))
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
      #expect(try await stored(of: 250, from: 0) == 10)
      #expect(try await stored(of: 250, from: 245) == 5)
    }
  }

  @Test("Each of a batch's people is looked up once, however many parts it comes in")
  func lookups() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [rule(["event": "buy"])])
      let now = server.ambient.now()
      let statements = try await server.database.write { connection in
        let app = try TestServer.context(connection)
        let counting = CountingConnection(connection)
        let scope = Scope(connection: counting, app: app, now: now, ambient: server.ambient)
        let batch = Self.batch(300, app, now, of: Self.stranger)
        #expect(try EventIntake.store(batch, from: 0, scope) { false }.count == 300)
        return counting.count
      }
      // A claim of no ids for each part, and hardly more.
      #expect((300...400).contains(statements), "\(statements)")
    }
  }

  @Test("When it is late no further person is looked up; the first is in any case")
  func late() async throws {
    try await TestServer.run { server in
      let now = server.ambient.now()
      let counts = try await server.database.write { connection in
        let app = try TestServer.context(connection)
        let scope = Scope(connection: connection, app: app, now: now, ambient: server.ambient)
        let batch = Self.batch(250, app, now, of: Self.stranger)
        var questions = 0
        let half = try EventIntake.store(batch, from: 0, scope) {
          questions += 1
          return questions >= 100
        }
        return [half.count, try EventIntake.store(batch, from: 249, scope) { true }.count]
      }
      #expect(counts == [100, 1])
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
