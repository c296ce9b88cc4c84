import BeckonModel
import Testing

/// What reports have in common: how a time is named, what chooses, and CSV.
@Suite struct ReportQueryTests {
  private static func pay(_ server: TestServer, _ id: String, _ more: JSON = [:]) async throws {
    let usual: JSON = ["id": .string(id), "amount": "10", "currency": "EUR"]
    let paid = try await server.app.post(
      "/v1/payments", .object((usual.members ?? []) + (more.members ?? [])))
    #expect(paid.status == 201, "\(paid.text)")
  }

  @Test("Revenue takes days of the app's time zone, and 'to' as it was called once")
  func days() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["time_zone": "Europe/Istanbul"])
      try server.setTime("2026-06-02T20:59:00Z")
      try await Self.pay(server, "1")
      try server.setTime("2026-06-02T21:00:00Z")
      try await Self.pay(server, "2")
      for (query, days) in [
        ("", ["2026-06-02", "2026-06-03"]), ("?from=2026-06-03", ["2026-06-03"]),
        ("?until=2026-06-03", ["2026-06-02"]), ("?to=2026-06-02T21:00:00Z", ["2026-06-02"]),
      ] {
        let rows = try await app.get("/v1/revenue" + query).list("revenue")
        #expect(rows.map { $0["day"]?.string } == days, "\(query)")
      }
      let both = try await app.get("/v1/revenue?until=2026-06-03&to=2026-06-03")
      #expect(both.status == 422 && both.string("field") == "to", "\(both.text)")
      let empty = try await app.get("/v1/revenue?from=2026-06-03&until=2026-06-03")
      #expect(empty.status == 422 && empty.string("field") == "until", "\(empty.text)")
    }
  }

  @Test("Each report says of what and of which time it is")
  func said() async throws {
    try await TestServer.run { server in
      for path in ["/v1/funnel", "/v1/web/report"] {
        let answer = try await server.app.get(path)
        #expect(answer.string("by") == "day")
        #expect(answer.string("from") == "2026-05-02T00:00:00.000Z")
        #expect(answer.string("until") == "2026-06-01T09:00:00.000Z")
        #expect(answer.string("as_of") == "2026-06-01T09:00:00.000Z")
      }
      let revenue = try await server.app.get("/v1/revenue?by=platform").json
      #expect(revenue["by"] == "platform")
      #expect(revenue["from"] == .null && revenue["until"] == .null)
    }
  }

  @Test("Revenue can be chosen by platform, link, campaign and referrer")
  func filters() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana", campaign: campaign)
      let phone = try await app.phone(at: "203.0.113.7").open(ana.link).install()
      _ = try await phone.signUp("ben")
      try await Self.pay(server, "1", ["install_id": .string(phone.installID), "user_id": "ben"])
      try await Self.pay(server, "2")
      let link = try await app.get("/v1/links").list("links").first {
        $0["referrer"]?.string == ana.id
      }
      let id = link?["id"]?.string ?? ""
      for (query, count) in [
        ("", 2), ("platform=ios", 1), ("platform=android", 0), ("link=" + id, 1),
        ("campaign=" + campaign.id, 1), ("referrer=" + ana.id, 1),
        ("referrer=" + ana.id + "&platform=ios&by=link", 1),
      ] {
        let rows = try await app.get("/v1/revenue?" + query).list("revenue")
        let payments = rows.compactMap { $0["payments"]?.integer }.reduce(0, +)
        #expect(payments == count, "\(query)")
      }
      let platforms = try await app.get("/v1/revenue?by=platform").list("revenue")
      #expect(platforms.map { $0["platform"]?.string } == ["ios", nil])
    }
  }

  @Test("Reports are CSV for a table's program")
  func tables() async throws {
    try await TestServer.run { server in
      try await Self.pay(server, "1")
      for (path, line) in [
        (
          "/v1/revenue",
          "day,amount,currency,decimal,payments,trusted_amount,client_amount,sandbox_amount,others"
            + "\r\n2026-06-01,1000,EUR,10.00,1,1000,0,0,\r\n"
        ),
        ("/v1/funnel?by=campaign", "campaign,clicks,installs,sign_ups,conversions,rewards,revenue"),
      ] {
        let answer = try await server.app.get(path, headers: [("Accept", "text/csv")])
        #expect(answer.status == 200 && answer.text.hasPrefix(line), "\(answer.text)")
      }
    }
  }
}
