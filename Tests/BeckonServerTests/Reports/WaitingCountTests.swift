import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonStore

/// What waits to be counted, and what cannot be read.
@Suite struct WaitingCountTests {
  /// Payments on an install, all counted, and a row of the feed by which each may be another.
  private static func payments(_ server: TestServer, _ count: Int) async throws -> Instant {
    let phone = try await server.app.phone(at: "203.0.113.7").install()
    for number in 0..<count {
      let paid: JSON = [
        "id": .string("\(number)"), "amount": "1", "currency": "EUR",
        "install_id": .string(phone.installID),
      ]
      #expect(try await server.app.post("/v1/payments", paid).status == 201)
    }
    try await server.wait()
    let since = server.clock.withLock { $0 }.adding(milliseconds: 1_000)
    try await server.change(
      """
      INSERT INTO feed (app, kind, id, subject, at, body, by_client)
      SELECT app, 'install', id, id, $1, '', 0 FROM installs
      """, [.instant(since)])
    return since
  }

  @Test("What a row means beyond what a transaction counts is counted by others")
  func portions() async throws {
    try await TestServer.run { server in
      let since = try await Self.payments(server, 5)
      try await server.change("UPDATE payments SET revenue = 300")
      server.clock.withLock { $0 = since }
      let follower = FeedFollower("daily-counts", batchMax: 500) { scope, _ in
        DailyCounter(scope, thingsMax: 2)
      }
      var left: [Int64] = []
      // On PostgreSQL a row is given out when no other may come before it any more.
      for _ in 0..<10_000 where left.last != 0 {
        let taken = try await server.database.write { connection in
          let scope = Scope(
            connection: connection, app: try TestServer.context(connection), now: since,
            ambient: server.ambient)
          return try Following(follower, FollowerKey(countsOf: scope), scope).run()
        }
        guard taken > 0 else { continue }
        let counted = try await server.number(
          "SELECT CAST(SUM(total) AS BIGINT) FROM daily_totals WHERE measure = 'revenue'")
        let told = try await server.app.get("/v1/revenue")
        // What is still to be counted is not told as counted.
        #expect(told.string("as_of") == since.text)
        left.append(1_500 - counted)
      }
      // On SQLite the first transaction finds the row that it has left for the next.
      #expect(left.suffix(3) == [600, 200, 0])
    }
  }

  @Test("A row of the feed that means more things than a report counts is left out, and told")
  func manyThings() async throws {
    try await TestServer.run { server in
      let since = try await Self.payments(server, 3)
      for (thingsMax, until) in [(3, nil), (2, since)] as [(Int, Instant?)] {
        let told = try await server.database.read { connection in
          let scope = Scope(
            connection: connection, app: try TestServer.context(connection), now: since,
            ambient: server.ambient)
          return try #require(try DailyCounts(scope, of: [.revenue], thingsMax: thingsMax)).until
        }
        #expect(told == until, "\(thingsMax)")
      }
    }
  }

  @Test("A number that a database cannot hold does not keep anything from being counted")
  func hugeNumber() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana", campaign: try await app.campaign(rules: []))
      let phone = try await app.phone(at: "203.0.113.7").open(ana.link).install()
      _ = try await phone.signUp("ben")
      let page: JSON = [
        "token": .string(app.publishable), "event_id": "1", "event_type": "page_view",
        "visitor_id": "v", "page_path": "/shop",
      ]
      #expect(try await app.post("/web/ingest", page, as: .none).status == 200)
      // As older versions have stored it.
      let huge = DatabaseValue.text("{\"huge\":1e200000,")
      try await server.change("UPDATE installs SET device = $1 || substr(device, 2)", [huge])
      try await server.change("UPDATE facts SET properties = $1 || substr(properties, 2)", [huge])
      for (path, list) in [
        ("/v1/funnel?by=platform", "funnel"),
        ("/v1/web/report?by=page&until=2026-06-02", "web_report"),
        ("/v1/web/events", "web_events"), ("/v1/installs?platform=ios", "installs"),
      ] {
        let answer = try await app.get(path)
        #expect(answer.text.hasPrefix("{\"\(list)\":[{"), "\(path): \(answer.text)")
      }
      try await server.wait()
      let platforms = try await app.get("/v1/funnel?by=platform").list("funnel")
      #expect(platforms.first?["platform"] == "ios" && platforms.first?["sign_ups"] == 1)
    }
  }
}
