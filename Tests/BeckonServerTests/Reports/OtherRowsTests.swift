import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

/// Whoever has the publishable key can make up names, links and payments in any number. A report
/// tells the largest, and adds up the others so that the totals stay what they are.
@Suite struct OtherRowsTests {
  private static func read<Value: Sendable>(
    _ server: TestServer, _ body: @escaping @Sendable (Scope) throws -> Value
  ) async throws -> Value {
    let now = server.clock.withLock { $0 }
    return try await server.database.read { connection in
      try body(
        Scope(
          connection: connection, app: try TestServer.context(connection), now: now,
          ambient: server.ambient))
    }
  }

  private static func tell(_ app: TestApp, _ id: String, _ fields: JSON) async throws {
    let usual: JSON = [
      "token": .string(app.publishable), "event_id": .string(id), "event_type": "page_view",
      "visitor_id": .string("visitor " + id),
    ]
    let body = JSON.object((usual.members ?? []) + (fields.members ?? []))
    #expect(try await app.post("/web/ingest", body, as: .none).status == 200)
  }

  @Test("More than 1,000 invented names of pages do not make their report impossible")
  func inventedNames() async throws {
    try await TestServer.run { server in
      let app = server.app
      for id in ["1", "2"] { try await Self.tell(app, id, ["utm_source": "letter"]) }
      try await Self.tell(app, "3", ["utm_source": "X"])
      try await server.change(
        """
        INSERT INTO facts (app, id, name, subject, at, received_at, trust, properties, from_page)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
        SELECT app, id, name, subject, at, received_at, trust,
          replace(properties, '"X"', '"X' || CAST(i AS TEXT) || '"'), from_page
        FROM facts, n WHERE properties LIKE '%"X"%'
        """)
      let answer = try await app.get("/v1/web/report?by=source&until=2026-06-02")
      let rows = answer.list("web_report")
      #expect(rows.count == 1_001)
      #expect(rows.first?["source"] == "letter" && rows.first?["events"] == 2)
      #expect(rows.dropLast().allSatisfy { $0["others"] == nil && $0["events"] != 0 })
      let others: JSON = [
        "source": .null, "events": 502, "page_views": 502, "clicks": 0, "visitors": 502,
        "others": 502,
      ]
      #expect(rows.last == others)
    }
  }

  @Test("A name longer than what can be asked for is not told")
  func longName() async throws {
    try await TestServer.run { server in
      let long = String(repeating: "x", count: Limits.urlBytes + 1)
      try await Self.tell(server.app, "1", ["page_path": .string(long)])
      try await Self.tell(server.app, "2", ["page_path": "/"])
      let rows = try await server.app.get("/v1/web/report?by=page&until=2026-06-02").list(
        "web_report")
      #expect(rows.map { $0["page"] } == ["/", .null])
      #expect(rows.map { $0["others"] } == [nil, 1])
    }
  }

  @Test("Only what came from a page is a page's, whatever an event says")
  func otherEvents() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await Self.tell(app, "1", [:])
      let said: JSON = ["event_type": "page_view", "visitor_id": "ben"]
      for key in [TestApp.Key.publishable, .secret] {
        let event: JSON = ["id": .string("\(key)"), "name": "buy", "properties": said]
        #expect(try await app.post("/v1/events", ["events": [event]], as: key).status == 200)
      }
      #expect(try await app.get("/v1/web/events").list("web_events").count == 1)
      let day = try await app.get("/v1/web/report?until=2026-06-02").list("web_report").last
      #expect(day?["events"] == 1 && day?["visitors"] == 1)
      // Of what was stored before it was noted nobody knows.
      try await server.change("UPDATE facts SET from_page = NULL")
      #expect(try await app.get("/v1/web/events").list("web_events").count == 3)
    }
  }

  @Test("Links that led nowhere are added up before those by which people came")
  func links() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana", campaign: try await app.campaign(rules: []))
      _ = try await app.signUp("ben", referrer: ana.code)
      for address in 1...2 {
        let link = try await app.link(["url": "https://shop.example/x"])
        for more in 0..<3 {
          _ = try await app.phone(at: "203.0.113.\(address * 10 + more)").open(link.shortURL)
        }
      }
      let rows = try await Self.read(server) { scope in
        var choice = FunnelReport.Choice(period: ReportPeriod())
        choice.grouping = .link
        return try FunnelReport(scope, rowsMax: 2).rows(choice).rows
      }
      // Ana herself came by nothing.
      #expect(rows.map(\.signUps) == [1, 1, 0])
      #expect(rows.map(\.clicks) == [0, 0, 6])
      #expect(rows.last?.key == .others(2))
    }
  }

  @Test("Payments that only clients tell push no other out of the revenue")
  func payments() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      for (user, count) in [("ana", 1), ("thief", 3)] {
        let referrer = try await app.signUp(user + " above")
        _ = try await app.signUp(user, referrer: referrer.code)
        for number in 0..<count {
          let payment: JSON = [
            "id": .string("\(user) \(number)"), "amount": "1", "currency": "EUR",
            "user_id": .string(user),
          ]
          let key: TestApp.Key = user == "ana" ? .secret : .publishable
          #expect(try await app.post("/v1/payments", payment, as: key).status == 201)
        }
      }
      let rows = try await Self.read(server) { scope in
        try RevenueReport(scope, rowsMax: 1).rows(by: .referrer, in: ReportPeriod()).rows
      }
      #expect(rows.map(\.trusted) == [100, 0] && rows.map(\.client) == [0, 300])
      #expect(rows.map(\.payments) == [1, 3] && rows.last?.key == .others(1))
    }
  }

  @Test("What a server told stays in the funnel, however much clients make up")
  func vouched() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let (ana, eve) = (try await app.signUp("ana"), try await app.signUp("eve"))
      for number in 1...3 { _ = try await app.signUp("friend \(number)", referrer: eve.code) }
      _ = try await app.signUp("ben", referrer: ana.code)
      let paid: JSON = ["id": "1", "amount": "1", "currency": "EUR", "user_id": "ben"]
      #expect(try await app.post("/v1/payments", paid).status == 201)
      let rows = try await Self.read(server) { scope in
        var choice = FunnelReport.Choice(period: ReportPeriod())
        choice.grouping = .link
        return try FunnelReport(scope, rowsMax: 1).rows(choice).rows
      }
      #expect(rows.first?.revenue.first?.payments == 1)
      #expect(rows.last?.conversions ?? 0 >= 3)
    }
  }
}
