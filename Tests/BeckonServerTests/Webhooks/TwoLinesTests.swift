import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// What anyone can make up in any number never holds up what a receiver must know.
@Suite struct TwoLinesTests {
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
      let first = try await server.database.write { connection in
        let context = try TestServer.context(connection)
        let now = server.ambient.now()
        let scope = Scope(
          connection: connection, app: context, now: now, ambient: server.ambient)
        for (_, webhook, _) in try FanOut.waiting(connection) {
          _ = try FanOut(connection, ambient: server.ambient).run(webhook, of: context, now: now)
          return try Deliveries(scope).claim(webhook, limit: 2).map(\.topic)
        }
        return []
      }
      #expect(first == ["reward", "event:junk"])
      try await server.wait(minutes: 2)
    }
  }
}
