import BeckonBasics
import BeckonDatabase
import BeckonModel
import Testing

@Suite struct FunnelTests {
  /// A campaign with a purchase as its second step, two links, three people.
  private func story(
    _ server: TestServer
  ) async throws -> (campaign: TestCampaign, ana: TestPerson, other: TestLink) {
    let app = server.app
    try await app.set(["time_zone": "Europe/Istanbul"])
    let campaign = try await app.campaign(
      goal: 2, rules: [rule(["referral": "confirmed"], to: "both", ["hold_days": 7])])
    let ana = try await app.signUp("ana", campaign: campaign)
    let other = try await app.link(["url": "https://shop.example/x"])
    // 23:30 of that day in Istanbul, and half an hour later the next.
    try server.setTime("2026-06-02T20:30:00Z")
    var phone = try await app.phone(at: "203.0.113.7").open(ana.link)
    phone = try await phone.install()
    _ = try await app.phone(at: "203.0.113.8", .android).open(other.shortURL)
    _ = try await app.phone(at: "203.0.113.9", .android).open(other.shortURL)
    try server.setTime("2026-06-02T21:00:00Z")
    let ben = try await phone.signUp("ben", ["campaign": .string(campaign.id)])
    let cem = try await app.signUp("cem", referrer: ana.code, campaign: campaign)
    for person in [ben, cem] {
      _ = try await campaign.convert(person, step: 2, id: "buy " + person.name)
    }
    return (campaign, ana, other)
  }

  private func rows(_ app: TestApp, _ query: String) async throws -> [JSON] {
    let answer = try await app.get("/v1/funnel?from=2026-06-02&until=2026-06-04" + query)
    #expect(answer.status == 200, "\(answer.text)")
    return answer.list("funnel")
  }

  private func counts(_ row: JSON?) -> [Int64?] {
    ["clicks", "installs", "sign_ups", "conversions"].map { row?[$0]?.integer }
  }

  @Test func daysAreThoseOfTheAppsTimeZone() async throws {
    try await TestServer.run { server in
      _ = try await story(server)
      let rows = try await rows(server.app, "&by=day")
      #expect(rows.map { $0["day"]?.string } == ["2026-06-02", "2026-06-03"])
      #expect(counts(rows.first) == [3, 1, 0, 0])
      #expect(counts(rows.last) == [0, 0, 2, 2])
      #expect(
        rows.last?["rewards"]
          == [
            ["unit": "pieces_of_eight", "count": 0, "posted": 0, "held": 200, "taken_back": 0]
          ])
    }
  }

  @Test func whatALinkBroughtIsTheLinksAlsoWithoutAnInstall() async throws {
    try await TestServer.run { server in
      let (campaign, ana, other) = try await story(server)
      let links = try await rows(server.app, "&by=link")
      let own = try await server.app.get("/v1/links").list("links").first {
        $0["referrer"]?.string == ana.id
      }
      #expect(counts(links.first { $0["link"] == own?["id"] }) == [1, 1, 2, 2])
      #expect(counts(links.first { $0["link"]?.string == other.id }) == [2, 0, 0, 0])
      let campaigns = try await rows(server.app, "&by=campaign")
      #expect(counts(campaigns.first { $0["campaign"]?.string == campaign.id }) == [1, 1, 2, 2])
      #expect(counts(campaigns.last) == [2, 0, 0, 0])
      #expect(campaigns.last?["campaign"] == .null)
      let platforms = try await rows(server.app, "&by=platform")
      #expect(platforms.map { $0["platform"]?.string } == ["android", "ios", nil])
      #expect(platforms.map(counts) == [[2, 0, 0, 0], [1, 1, 1, 1], [0, 0, 1, 1]])
      // Of Ana's links only, whatever a row is of, before and after all is counted.
      for grouping in ["link", "campaign", "link"] {
        let hers = try await rows(server.app, "&by=\(grouping)&referrer=" + ana.id)
        #expect(hers.map(counts) == [[1, 1, 2, 2]])
        try await server.wait()
      }
      let days = try await rows(server.app, "&referrer=" + ana.id)
      #expect(days.map(counts) == [[1, 1, 0, 0], [0, 0, 2, 2]])
      let cem = try await server.app.signUp("cem")
      #expect(try await rows(server.app, "&by=link&referrer=" + cem.id) == [])
      let chosen = try await rows(server.app, "&by=link&platform=ios&campaign=" + campaign.id)
      #expect(chosen.map(counts) == [[1, 1, 1, 1]])
    }
  }

  @Test func theSumsAreThoseOfARecount() async throws {
    try await TestServer.run { server in
      _ = try await story(server)
      try server.setTime("2026-06-10T12:00:00Z")
      try await server.wait()
      for grouping in ["day", "campaign", "link", "platform"] {
        let answer = try await server.app.get("/v1/funnel?from=2026-05-30&by=" + grouping)
        let rows = answer.list("funnel")
        func sum(_ name: String) -> Int64 { rows.reduce(0) { $0 + ($1[name]?.integer ?? 0) } }
        #expect(
          sum("clicks")
            == (try await server.number(
              "SELECT COUNT(*) FROM clicks WHERE kind = 'click'")))
        #expect(sum("installs") == (try await server.number("SELECT COUNT(*) FROM installs")))
        #expect(sum("sign_ups") == (try await server.number("SELECT COUNT(*) FROM people")))
        #expect(
          sum("conversions")
            == (try await server.number(
              "SELECT COUNT(*) FROM referrals WHERE state = 'confirmed'")))
        let posted = rows.reduce(0) {
          $0 + ($1["rewards"]?.elements?.first?["posted"]?.integer ?? 0)
        }
        #expect(posted == 200)
        #expect(
          posted
            == (try await server.number(
              "SELECT CAST(SUM(amount) AS BIGINT) FROM transfers WHERE state = 'posted'")))
      }
    }
  }

  @Test func revenueAndClawbacksAreTold() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana", campaign: campaign)
      _ = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      let reward = try #require(try await app.transfers().first?["id"]?.string)
      _ = try await app.post("/v1/ledger/transfers/\(reward)/clawback", [:])
      let paid = try await app.post(
        "/v1/payments", ["id": "order-1", "user_id": "ben", "amount": "19.99", "currency": "EUR"])
      #expect(paid.status == 201, "\(paid.text)")
      let rows = try await app.get("/v1/funnel?until=2026-06-02").list("funnel")
      #expect(
        rows.first?["revenue"]
          == [["currency": "EUR", "amount": 1999, "decimal": "19.99", "payments": 1]])
      #expect(
        rows.first?["rewards"]
          == [["unit": "pieces_of_eight", "count": 1, "posted": 50, "held": 0, "taken_back": 50]])
    }
  }

  private static let aDayOrTime =
    "must be a day such as 2026-11-21, or a time such as 2026-11-21T09:30:00Z (RFC 3339)."

  @Test(arguments: [
    ("?from=2026-01-01&until=2026-06-01", "'from' must be at most 92 days before 'until'."),
    ("?from=2026-06-02&until=2026-06-01", "'until' must be after 'from'."),
    ("?from=2026-06-02", "'from' must be in the past, or 'until' after it."),
    ("?to=2026-06-02", "'to' is not known. Did you mean 'until'?"),
    ("?by=week", "'by' must be one of day, campaign, link, platform."),
    ("?from=june", "'from' " + FunnelTests.aDayOrTime),
    ("?until=2026-06-31", "'until' " + FunnelTests.aDayOrTime),
  ])
  func whatCannotBeCountedIsRefused(query: String, detail: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.app.get("/v1/funnel" + query)
      #expect(answer.status == 422)
      #expect(answer.string("detail") == detail)
    }
  }
}
