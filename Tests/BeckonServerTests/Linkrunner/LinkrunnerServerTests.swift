import BeckonModel
import Testing

@testable import BeckonServer

/// The vendor's API for an app's server (docs/PROTOCOLS/linkrunner.md, Servers).
@Suite struct LinkrunnerServerTests {
  @Test("A campaign from its link to its report: clicks, installs, sign-ups and revenue at once")
  func campaign() async throws {
    try await TestServer.run { server in
      // In the east a report without an end must not end in the year 10000.
      try await server.app.set(["currency": "USD", "time_zone": "Asia/Tokyo"])
      let backend = LinkrunnerBackend(app: server.app)
      let made = try await backend.call(
        "POST", "create-campaign",
        [
          "name": "Summer Sale", "custom_display_id": "SUMMER",
          "deeplink": "pirates://treasure/7",
          "link_for_desktop_users": "https://example.com/treasure",
        ])
      #expect(made.status == 201)
      #expect(made.string("data.link")?.hasSuffix("/SUMMER") == true)

      var phones: [LinkrunnerPhone] = []
      for number in 1...3 {
        var phone = LinkrunnerPhone(app: server.app)
        phone.address = "203.0.113.\(number)"
        try await phone.open("/?c=SUMMER")
        let found = try await phone.send("attribution-data")
        #expect(found.string("data.deeplink") == "pirates://treasure/7")
        phones.append(phone)
      }
      _ = try await phones[0].send("trigger", ["user_data": ["id": "ana", "name": "Ana"]])
      _ = try await phones[1].send("trigger", ["user_data": ["id": "ben"]])
      _ = try await phones[0].send(
        "capture-payment", ["amount": 1234.5, "user_id": "ana", "payment_id": "p1"])
      let fromServer = try await backend.call(
        "POST", "capture-payment", ["user_id": "ben", "amount": 100, "payment_id": "p2"])
      #expect(fromServer.status == 201)
      try await server.wait()

      let report = try await backend.call("GET", "reporting/campaigns?limit=100&page=1")
      let row = try #require(report.json["data"]?["campaigns"]?[0])
      #expect(row["display_id"] == "SUMMER")
      #expect(row["clicks"] == "3")
      #expect(row["installs"] == "3")
      #expect(row["sign-ups"] == "2")
      #expect(row["revenue"] == "$1,334.50")
      #expect(report.json["data"]?["pagination"]?["pages"] == 1)
      let yesterday = try await backend.call("GET", "reporting/campaigns?to=2026-05-31")
      #expect(yesterday.json["data"]?["campaigns"]?[0]?["installs"] == "0")
      let today = try await backend.call(
        "GET", "reporting/campaigns?from=2026-06-01&to=2026-06-01")
      #expect(today.json["data"]?["campaigns"]?[0]?["installs"] == "3")

      // People's own links are no campaigns, or there would be as many as people.
      _ = try await server.app.campaign(rules: [])
      _ = try await server.app.signUp("cem")
      let list = try await backend.call("GET", "campaigns?filter=ACTIVE")
      #expect(list.json["data"]?["total_campaigns"] == 1)
      #expect(list.json["data"]?["campaigns"]?[0]?["name"] == "Summer Sale")
      #expect(list.json["data"]?["campaigns"]?[0]?["attributed_users"] == 2)

      let users = try await backend.call("GET", "attributed-users?display_id=SUMMER&limit=10")
      let names = users.json["data"]?["users"]?.elements?.compactMap { $0["user_data"]?["id"] }
      #expect(Set(names ?? []) == ["ana", "ben"])
      #expect(users.json["data"]?["pagination"]?["total"] == 2)

      let result = try await backend.call("GET", "get-attribution-result?user_id=ana")
      #expect(result.string("data.campaign_data.name") == "Summer Sale")
      let revenue = try await server.app.get("/v1/revenue?by=link")
      #expect(revenue.json["revenue"]?[0]?["amount"] == 133_450)
      let days = try await server.app.get("/v1/revenue")
      #expect(days.json["revenue"]?[0]?["day"] == "2026-06-01")
      #expect(days.json["revenue"]?[0]?["payments"] == 2)
    }
  }

  @Test("A campaign is changed, switched off and on, and deleted")
  func changing() async throws {
    try await TestServer.run { server in
      let backend = LinkrunnerBackend(app: server.app)
      _ = try await backend.call(
        "POST", "create-campaign",
        ["name": "A", "custom_display_id": "one", "deeplink": "https://example.com/a"])
      let again = try await backend.call(
        "POST", "create-campaign",
        ["name": "A", "custom_display_id": "one", "deeplink": "https://example.com/a"])
      #expect(again.status == 409)
      func visit() async throws -> HTTPAnswer {
        try await server.app.call("GET", "/one", as: .none)
      }
      #expect(try await visit()["Location"]?.hasPrefix("https://example.com/a") == true)
      _ = try await backend.call(
        "PATCH", "campaigns/one", ["link_for_desktop_users": "https://example.com/b"])
      #expect(try await visit()["Location"]?.hasPrefix("https://example.com/b") == true)
      _ = try await backend.call("PUT", "campaigns/one", ["active": false])
      #expect(try await visit().status == 410)
      let inactive = try await backend.call("GET", "campaigns?filter=INACTIVE")
      #expect(inactive.json["data"]?["campaigns"]?[0]?["active"] == false)
      _ = try await backend.call("PATCH", "campaigns/one", ["active": true])
      #expect(try await visit().status == 302)
      #expect(try await backend.call("DELETE", "campaigns/one").status == 204)
      #expect(try await visit().status == 410)
      #expect(try await backend.call("DELETE", "campaigns/one").status == 404)
    }
  }

  @Test("An app that has set no currency is told in that of its payments, if there is one")
  func currency() async throws {
    try await TestServer.run { server in
      let backend = LinkrunnerBackend(app: server.app)
      _ = try await backend.call(
        "POST", "create-campaign",
        ["name": "A", "custom_display_id": "SUMMER", "deeplink": "https://example.com/a"])
      var phone = LinkrunnerPhone(app: server.app)
      phone.address = "203.0.113.1"
      try await phone.open("/SUMMER")
      _ = try await phone.send("init")
      func revenue() async throws -> String? {
        let report = try await backend.call("GET", "reporting/campaigns")
        return report.string("data.campaigns.0.revenue")
      }
      #expect(try await revenue() == "0.00")
      for (payment, currency, told) in [("p1", "INR", "INR 99.50"), ("p2", "EUR", "0.00")] {
        _ = try await phone.send(
          "capture-payment",
          [
            "amount": 99.5, "user_id": "ana", "payment_id": .string(payment),
            "event_data": ["currency": .string(currency)],
          ])
        #expect(try await revenue() == told)
      }
    }
  }

  @Test("Campaigns are picked by channel, domain and link")
  func choosing() async throws {
    try await TestServer.run { server in
      let backend = LinkrunnerBackend(app: server.app)
      for (code, source) in [("spring", "Facebook"), ("summer", "google"), ("autumn", "TikTok")] {
        _ = try await server.app.link([
          "code": .string(code), "url": "https://example.com/", "utm": ["source": .string(source)],
        ])
      }
      _ = try await server.app.link(["code": "plain", "url": "https://example.com/"])
      func codes(_ query: String) async throws -> Set<String> {
        let list = try await backend.call("GET", "campaigns?" + query)
        let codes = Set(list.list("data.campaigns").compactMap { $0["display_id"]?.string })
        #expect(list.integer("data.pagination.total") == Int64(codes.count), "\(query)")
        return codes
      }
      #expect(try await codes("channel=META") == ["spring"])
      #expect(try await codes("channel=tiktok&filter=ACTIVE") == ["autumn"])
      #expect(try await codes("channel=TikTok&filter=INACTIVE") == [])
      let list = try await backend.call("GET", "campaigns?channel=google")
      let found = try #require(list.list("data.campaigns").first)
      let domain = try #require(found["domain"]?.string)
      let link = try #require(found["link"]?.string)
      #expect(try await codes("domain=" + domain).count == 4)
      #expect(try await codes("link=" + link) == ["summer"])
      #expect(try await codes("link=" + link + "&channel=meta") == [])
    }
  }

  @Test("A filter counts before the pages, so that a page is full as long as there are campaigns")
  func filter() async throws {
    try await TestServer.run { server in
      let backend = LinkrunnerBackend(app: server.app)
      for (second, name) in ["a", "b", "c", "d"].enumerated() {
        try server.setTime("2026-06-01T09:00:0\(second)Z")
        let body: JSON = [
          "name": .string(name), "custom_display_id": .string("sale-" + name),
          "deeplink": "https://example.com/a",
        ]
        #expect(try await backend.call("POST", "create-campaign", body).status == 201)
      }
      for name in ["b", "d"] {
        _ = try await backend.call("PUT", "campaigns/sale-" + name, ["active": false])
      }
      for (filter, pages) in [
        ("ACTIVE", ["c", "a"]), ("INACTIVE", ["d", "b"]), ("ALL", ["d", "c", "b", "a"]),
      ] {
        for (index, name) in pages.enumerated() {
          let path = "campaigns?filter=\(filter)&limit=1&page=\(index + 1)"
          let list = try await backend.call("GET", path)
          #expect(list.list("data.campaigns").map { $0["name"]?.string } == [name], "\(path)")
          // The vendor's total is that of the page; that of all is in `pagination`.
          #expect(list.integer("data.total_campaigns") == 1, "\(path)")
          #expect(list.integer("data.pagination.total") == Int64(pages.count), "\(path)")
          #expect(list.integer("data.pagination.pages") == Int64(pages.count), "\(path)")
        }
      }
      let one = try await backend.call(
        "GET", "campaigns?link=https%3A%2F%2Fgo.example.com%2F%3Fc%3Dsale-a%26utm_source%3Dx")
      #expect(one.string("data.campaigns.0.display_id") == "sale-a", "\(one.text)")
    }
  }

  @Test("What is sent again under its Idempotency-Key is answered as before, a refusal too")
  func repetition() async throws {
    try await TestServer.run { server in
      let headers = [("linkrunner-key", server.app.secret), ("Idempotency-Key", "k-1")]
      func remove() async throws -> HTTPAnswer {
        try await server.app.call(
          "POST", "/api/v1/remove-payment", body: JSON.object(["payment_id": "none"]).bytes,
          as: .none, headers: headers)
      }
      let (first, again) = (try await remove(), try await remove())
      #expect(first.status == 400)
      #expect(again["Idempotency-Replayed"] == "true")
      #expect(again.status == first.status && again.body == first.body)
      #expect(again["Content-Type"] == first["Content-Type"])
    }
  }

  @Test("Events and payments of a user, once by their ids; what is removed is gone, or 400")
  func facts() async throws {
    try await TestServer.run { server in
      let backend = LinkrunnerBackend(app: server.app)
      for _ in 1...2 {
        let answer = try await backend.call(
          "POST", "capture-event",
          ["event_name": "bought", "user_id": "ana", "event_id": "e1", "event_data": ["x": 1]])
        #expect(answer.status == 201)
        #expect(answer.json["status"] == 200)
        #expect(answer.json["data"] == .null)
      }
      #expect(
        try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'bought'") == 1)
      for amount in [10, 20] {
        _ = try await backend.call(
          "POST", "capture-payment",
          ["user_id": "ana", "amount": .integer(amount), "payment_id": "p1"])
      }
      #expect(try await server.number("SELECT CAST(SUM(revenue) AS BIGINT) FROM payments") == 1_000)
      #expect(
        try await backend.call("POST", "remove-payment", ["payment_id": "p1"]).status == 200)
      #expect(
        try await backend.call("POST", "remove-payment", ["payment_id": "p1"]).status == 400)
      #expect(try await backend.call("POST", "remove-payment", [:]).status == 400)
      #expect(try await backend.call("POST", "capture-event", ["event_name": "x"]).status == 400)
    }
  }

  @Test("Keys and nothing found, in the vendor's words")
  func refusals() async throws {
    try await TestServer.run { server in
      var backend = LinkrunnerBackend(app: server.app)
      #expect(try await backend.call("GET", "get-attribution-result?user_id=x").status == 204)
      #expect(try await backend.call("GET", "reporting/campaigns?limit=101").status == 422)
      let none = try await server.app.call("GET", "/api/v1/campaigns", as: .none)
      #expect(none.status == 401)
      #expect(none.json["msg"] == "Server key missing!")
      #expect(none.json["data"]?["hint"]?.string?.contains("'linkrunner-key'") == true)
      for key in [server.app.publishable, "sk_wrong"] {
        backend.key = key
        let wrong = try await backend.call("GET", "campaigns")
        #expect(wrong.status == 401)
        #expect(wrong.json["msg"] == "Server key invalid!")
        #expect(wrong.json["data"]?["hint"]?.string?.contains("sk_") == true)
      }
    }
  }
}
