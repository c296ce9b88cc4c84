import BeckonModel
import Testing

/// What pages told, listed and counted.
@Suite struct WebEventTests {
  /// What a page tells; `touch` is the last and the first.
  private func tell(
    _ app: TestApp, _ id: String, _ visitor: String, _ kind: String = "page_view",
    name: String = "", last: JSON = [:], first: String = "", user: String = ""
  ) async throws {
    let usual: JSON = [
      "token": .string(app.publishable), "event_id": .string(id), "event_type": .string(kind),
      "event_name": .string(name), "visitor_id": .string(visitor), "page_path": "/shop",
      "user_id": .string(user), "ft_utm_source": .string(first),
    ]
    let body = JSON.object((usual.members ?? []) + (last.members ?? []))
    let answer = try await app.post("/web/ingest", body, as: .none)
    #expect(answer.status == 200, "\(answer.text)")
  }

  /// Two days in Istanbul: a visitor who came by an ad and later by a letter and signs up, and one
  /// who comes by nothing.
  private func story(_ server: TestServer) async throws {
    let app = server.app
    try await app.set(["time_zone": "Europe/Istanbul"])
    let ad: JSON = ["utm_source": "google", "utm_campaign": "100%_spring", "utm_term": ""]
    try server.setTime("2026-06-02T20:30:00Z")
    try await tell(app, "1", "ana", last: ad, first: "google")
    try await tell(app, "2", "ana", "click", name: "buy", last: ad, first: "google")
    try await tell(app, "3", "ben", last: ["utm_source": "", "traffic_source_name": "direct"])
    // Half an hour later it is the next day there.
    try server.setTime("2026-06-02T21:00:00Z")
    let letter: JSON = ["utm_source": "letter", "utm_campaign": ""]
    try await tell(app, "4", "ana", last: letter, first: "google")
    try await tell(app, "4", "ana", last: letter, first: "google")
    try await tell(app, "5", "ana", "identify", name: "identify", last: letter, user: "ana")
    // Neither is a page's.
    let events: JSON = [
      ["id": "6", "name": "buy", "user_id": "ana", "properties": ["visitor_id": "ana"]],
      ["id": "7", "name": "buy", "properties": ["deep": ["event_type": "x", "visitor_id": "y"]]],
    ]
    _ = try await app.post("/v1/events", ["events": events])
  }

  private func report(_ app: TestApp, _ query: String) async throws -> [[JSON?]] {
    let answer = try await app.get("/v1/web/report?from=2026-06-02&until=2026-06-05&by=" + query)
    #expect(answer.status == 200, "\(answer.text)")
    let key = String(query.prefix { $0 != "&" })
    return answer.list("web_report").map { row in
      [key, "events", "page_views", "clicks", "visitors"].map { row[$0] }
    }
  }

  @Test func countsGoByDayCampaignSourceAndTouch() async throws {
    try await TestServer.run { server in
      try await story(server)
      let app = server.app
      #expect(
        try await report(app, "day")
          == [["2026-06-02", 3, 2, 1, 2], ["2026-06-03", 2, 1, 0, 1]])
      #expect(
        try await report(app, "source")
          == [["google", 2, 1, 1, 1], ["letter", 2, 1, 0, 1], ["direct", 1, 1, 0, 1]])
      #expect(
        try await report(app, "source&touch=first")
          == [["google", 3, 2, 1, 1], ["direct", 2, 1, 0, 2]])
      #expect(
        try await report(app, "campaign") == [[.null, 3, 2, 0, 2], ["100%_spring", 2, 1, 1, 1]])
      #expect(
        try await report(app, "name&source=letter").map { $0[0] } == ["identify", "page_view"])
      #expect(try await report(app, "page&campaign=100%25_spring") == [["/shop", 2, 1, 1, 1]])
    }
  }

  @Test func theListHasEachFilterAndPagesAndIsCSV() async throws {
    try await TestServer.run { server in
      try await story(server)
      let app = server.app
      for (query, count) in [
        ("", 5), ("visitor=ana", 4), ("kind=page_view", 3), ("kind=click&name=buy", 1),
        ("source=google", 2), ("source=google&touch=first", 3), ("campaign=100%25_spring", 2),
        ("campaign=100__spring", 0), ("from=2026-06-02T21:00:00Z", 2),
        ("until=2026-06-02T21:00:00Z", 3), ("source=direct&touch=last", 1),
      ] {
        let found = try await app.get("/v1/web/events?" + query).list("web_events")
        #expect(found.count == count, "\(query)")
      }
      let page = try await app.get("/v1/web/events?limit=2&visitor=ana")
      let next = page.string("next") ?? ""
      let rest = try await app.get("/v1/web/events?limit=2&visitor=ana&cursor=" + next)
      let names = (page.list("web_events") + rest.list("web_events")).map { $0["name"]?.string }
      #expect(names == ["identify", "page_view", "buy", "page_view"])
      let table = try await app.get(
        "/v1/web/events?kind=click", headers: [("Accept", "text/csv")])
      let lines = table.text.split(separator: "\r\n")
      #expect(lines.count == 2 && lines[0].hasPrefix("fact,name,kind,visitor,at"))
      #expect(lines.last?.contains(",buy,click,ana,") == true, "\(table.text)")
    }
  }

  @Test func aPersonsAreThoseFromBeforeToo() async throws {
    try await TestServer.run { server in
      try await story(server)
      let ana = try await server.app.signUp("ana")
      let found = try await server.app.get("/v1/web/events?person=" + ana.id)
      #expect(found.list("web_events").count == 4, "\(found.text)")
    }
  }
}
