import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import BeckonTesting
import Testing

/// What anyone can make up in any number never holds up what a receiver must know.
@Suite struct TwoLinesTests {
  /// The first two deliveries that a webhook's workers take once all is made of what the app's
  /// server or Beckon itself said. On PostgreSQL that waits for all transactions that are open,
  /// other tests' too, and one that ends or begins just then is counted among them.
  private static func firstTwo(_ server: TestServer) async throws -> [String] {
    try await eventually {
      try await server.database.write { connection in
        let scope = try scope(server, connection)
        let waiting = try Followers(connection).waiting(.webhook, at: scope.now)
        guard let key = waiting.first else { return false }
        _ = try Following(.webhook, key, scope).run()
        return try connection.first(
          """
          SELECT 1 FROM followers AS f WHERE name = 'webhook'
          AND position = (SELECT MAX(seq) FROM feed WHERE by_client = 0)
          """, []
        ) { _ in true } ?? false
      }
    }
    return try await server.database.write { connection in
      let webhook = try connection.first("SELECT id FROM webhooks", []) { $0.identifier(0) }
      return try Deliveries(scope(server, connection))
        .claim(WebhookID(#require(webhook)), limit: 2).map(\.topic)
    }
  }

  private static func scope(_ server: TestServer, _ connection: any Connection) throws -> Scope {
    Scope(
      connection: connection, app: try TestServer.context(connection), now: server.ambient.now(),
      ambient: server.ambient)
  }

  @Test("A reward is told before installs and sign-ups that anyone can make")
  func installsAndSignUps() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      _ = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      _ = try await app.webhook(receiver.url, ["reward", "install", "signup", "conversion"])
      for number in 0..<3 {
        let phone = try await app.phone(at: "203.0.113.\(number)").install()
        _ = try await phone.signUp("made-up-\(number)")
      }
      _ = try await app.signUp("ben", referrer: ana.code)
      let first = try await Self.firstTwo(server)
      #expect(Set(first).isSubset(of: ["reward", "signup", "conversion"]), "\(first)")
      #expect(!first.contains("install"))
      // Of the feed: on PostgreSQL a follower may not yet take what may still be followed by
      // something older.
      let lines: StaticString = """
        SELECT COUNT(*) FROM feed WHERE by_client = 1 AND kind = 'signup' AND body <> ''
        """
      #expect(try await server.number(lines) == 3)
      try await server.wait(minutes: 2)
    }
  }

  @Test("A reward is told before the events of clients that came before it")
  func rewardFirst() async throws {
    try await TestServer.run { server in
      let (app, receiver) = (server.app, try Receiver())
      _ = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      _ = try await app.webhook(receiver.url, ["reward", "event:*"])
      for batch in 0..<3 {
        let events = (0..<200).map { number -> JSON in
          ["id": .string("\(batch)-\(number)"), "name": "junk", "user_id": "nobody"]
        }
        _ = try await app.post("/v1/events", ["events": .array(events)], as: .publishable)
      }
      _ = try await app.signUp("ben", referrer: ana.code)
      // One batch of deliveries is made of each line, then they are claimed in their order.
      let first = try await Self.firstTwo(server)
      #expect(first == ["reward", "event:junk"])
      try await server.wait(minutes: 2)
    }
  }
}
