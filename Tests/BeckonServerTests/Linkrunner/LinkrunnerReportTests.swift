import BeckonModel
import Testing

@testable import BeckonServer

/// `GET /api/v1/reporting/campaigns`: what it says, and what it can be asked for.
@Suite struct LinkrunnerReportTests {
  /// Makes a campaign that so many phones came through, of whom so many signed up.
  private static func campaign(
    _ code: String, _ source: String, installs: Int, signUps: Int, _ app: TestApp
  ) async throws {
    _ = try await app.link([
      "code": .string(code), "url": "https://example.com/",
      "utm": ["source": .string(source), "campaign": .string("The \(code) Sale_1 ÇAY")],
    ])
    for number in 0..<installs {
      var phone = LinkrunnerPhone(app: app)
      phone.address = "203.0.113.\(code.utf8.count * 10 + number)"
      try await phone.open("/" + code)
      let user: JSON = ["user_data": ["id": .string("\(code) \(number)")]]
      _ = number < signUps ? try await phone.send("trigger", user) : try await phone.send("init")
    }
  }

  private static let publicURL = "https://go.example.com"

  @Test("Campaigns are filtered and sorted by what the server knows; most installs come first")
  func choosing() async throws {
    try await TestServer.run(publicURL: Self.publicURL) { server in
      let app = server.app
      let backend = LinkrunnerBackend(app: app)
      try await Self.campaign("may", "facebook", installs: 3, signUps: 1, app)
      try server.setTime("2026-06-01T09:00:01Z")
      try await Self.campaign("spring", "google", installs: 1, signUps: 1, app)
      try server.setTime("2026-06-01T09:00:02Z")
      try await Self.campaign("autumnal", "newsletter", installs: 2, signUps: 2, app)
      _ = try await backend.call("PATCH", "campaigns/autumnal", ["active": false])
      try await server.wait()
      func codes(_ query: String) async throws -> [String] {
        let report = try await backend.call("GET", "reporting/campaigns?" + query)
        let codes = report.list("data.campaigns").compactMap { $0["display_id"]?.string }
        #expect(report.integer("data.pagination.total") == Int64(codes.count), "\(report.text)")
        return codes
      }
      for (query, expected) in [
        ("", "may autumnal spring"),
        ("sort_field=installs&sort_order=ascending", "spring autumnal may"),
        ("sort_field=created_at", "autumnal spring may"),
        ("sort_field=signups", "autumnal spring may"),
        ("sort_field=clicks", "may autumnal spring"),
        ("sort_field=conversion", "autumnal spring may"),
        ("search=1%20%C3%87ay", "may autumnal spring"),
        ("network=meta", "may"), ("network=GOOGLE", "spring"), ("network=tiktok", ""),
        ("active=true", "may spring"), ("active=false", "autumnal"), ("search=PRING", "spring"),
        ("search=the%20may", "may"), ("search=sale_1", "may autumnal spring"),
        ("search=sale%25", ""),
        ("search=https%3A%2F%2Fgo.example.com%2F%3Fc%3Dmay", "may"),
        ("search=go.example.com%2Fspr", "spring"), ("search=", "may autumnal spring"),
      ] {
        #expect(try await codes(query).joined(separator: " ") == expected, "\(query)")
      }
    }
  }

  @Test("Figures are of one platform where it is asked for, and an order by revenue is by it")
  func platforms() async throws {
    try await TestServer.run { server in
      let backend = LinkrunnerBackend(app: server.app)
      try await server.app.set(["currency": "USD"])
      for (code, amount) in [("first", 5), ("second", 7)] {
        _ = try await server.app.link(["code": .string(code), "url": "https://example.com/"])
        var phone = LinkrunnerPhone(app: server.app)
        phone.address = "203.0.113.\(amount)"
        try await phone.open("/" + code)
        _ = try await phone.send("init")
        _ = try await phone.send("capture-payment", ["amount": .integer(amount), "user_id": "ana"])
      }
      try await server.wait()
      func rows(_ query: String) async throws -> [String] {
        let report = try await backend.call("GET", "reporting/campaigns?" + query)
        return report.list("data.campaigns").map { row in
          ["clicks", "installs", "revenue"].map { row[$0]?.string ?? "?" }.joined(separator: " ")
        }
      }
      #expect(try await rows("sort_field=revenue") == ["1 1 $7.00", "1 1 $5.00"])
      #expect(
        try await rows("sort_field=revenue&platform=ios&sort_order=ascending")
          == ["1 1 $5.00", "1 1 $7.00"])
      #expect(try await rows("platform=android") == ["0 0 $0.00", "0 0 $0.00"])
    }
  }

  @Test("A row has the vendor's members; what nobody knows is empty, and no currency is dropped")
  func row() async throws {
    try await TestServer.run(publicURL: Self.publicURL) { server in
      let app = server.app
      let backend = LinkrunnerBackend(app: app)
      try await app.set([
        "currency": "EUR", "ios": ["bundle_id": "com.example.a", "app_store_id": "7"],
      ])
      let body: JSON = ["name": "Summer", "custom_display_id": "SUMMER"]
      _ = try await backend.call("POST", "create-campaign", body)
      for (number, (amount, currency)) in [(3, "EUR"), (5, "USD"), (7, "JPY")].enumerated() {
        let phone = LinkrunnerPhone(app: app, installID: "phone \(number)")
        let link: JSON = ["link": "https://go.example.com/SUMMER"]
        _ = try await phone.send("init", link)
        if number < 2 {
          _ = try await phone.send("trigger", ["user_data": ["id": .string("user \(number)")]])
        }
        _ = try await phone.send(
          "capture-payment",
          [
            "amount": .integer(amount), "user_id": .string("user \(number)"),
            "event_data": ["currency": .string(currency)],
          ])
      }
      try await server.wait()
      let report = try await backend.call("GET", "reporting/campaigns?from=2026-06-01")
      let row = try #require(report.list("data.campaigns").first)
      let expected: JSON = [
        "display_id": "SUMMER", "name": "Summer", "installs": "3", "sign-ups": "2",
        "conversion": "66.66%", "revenue": "EUR 3.00", "spend": "EUR 0.00",
        "revenue_by_currency": ["EUR": "3.00", "JPY": "7", "USD": "5.00"], "ios": true,
        "android": false, "has_date_filter": true,
        "domain": ["id": 0, "name": "go.example.com"], "custom_events": .object([]),
        "payment_events": .object([]), "network_account": .null, "meta": false,
        "retention": ["d1": .null, "d7": .null, "d14": .null, "d30": .null],
      ]
      for member in expected.members ?? [] {
        #expect(row[member.name] == member.value, "\(member.name) in \(row.text)")
      }
      #expect((0..<(1 << 53)).contains(row["id"]?.integer ?? -1))
    }
  }

  @Test("What the server cannot tell is refused by name, and no other answer given")
  func refusals() async throws {
    try await TestServer.run { server in
      let backend = LinkrunnerBackend(app: server.app)
      for (query, status, name) in [
        ("view=retargeting", 400, "view"), ("meta_account_id=1", 400, "meta_account_id"),
        ("events=Purchase", 400, "events"), ("active_users=14", 400, "active_users"),
        ("sort_field=roas", 400, "roas"), ("sort_order=up", 400, "sort_order"),
        ("platform=windows", 400, "platform"), ("active=maybe", 400, "active"),
        ("from=soon", 400, "from"), ("page=0", 422, "page"), ("limit=0", 422, "limit"),
        ("limit=ten", 422, "limit"),
      ] {
        let answer = try await backend.call("GET", "reporting/campaigns?" + query)
        #expect(answer.status == status, "\(query): \(answer.text)")
        #expect(answer.string("msg")?.contains(name) == true, "\(query): \(answer.text)")
        #expect(answer.integer("status") == Int64(status))
      }
    }
  }
}
