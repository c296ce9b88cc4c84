import BeckonModel
import Testing

@testable import BeckonServer

@Suite struct LinkrunnerTests {
  private func link(_ app: TestApp, _ more: JSON = [:]) async throws -> String {
    let body: JSON = .object(
      [JSON.Member("url", "https://example.com/treasure")] + (more.members ?? []))
    return try #require(try await app.post("/v1/links", body).string("short_url"))
  }

  @Test("From the click to the payment, in the vendor's words")
  func story() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      let utm: JSON = ["utm": ["source": "facebook", "campaign": "Summer", "content": "Parrot"]]
      try await phone.open(try await link(server.app, utm))
      let start = try await phone.send("init", ["debug": false, "source": "GENERAL"])
      #expect(start.status == 202)
      #expect(start.json["status"] == "accepted")
      #expect(start.json["success"] == true)

      let found = try await phone.send("attribution-data")
      #expect(found.status == 200)
      #expect(found.json["status"] == 200)
      #expect(found.string("data.attribution_source") == "META")
      let campaign = try #require(found.json["data"]?["campaign_data"])
      #expect(campaign["name"] == "Summer")
      #expect(campaign["type"] == "INORGANIC")
      #expect(campaign["ad_network"] == "META")
      #expect(campaign["asset_name"] == "Parrot")
      #expect(campaign["id"]?.string != nil)
      // With a fraction of a second the vendor's decoder would make nothing of it.
      #expect(campaign["installed_at"] == "2026-06-01T09:00:00Z")
      #expect(campaign["store_click_at"] == "2026-06-01T09:00:00Z")
      #expect(found.string("data.deeplink") == "https://example.com/treasure")

      let signup = try await phone.send(
        "trigger",
        [
          "user_data": ["id": "user_123", "email": "User@Example.com", "name": "John Doe"],
          "data": ["plan": "gold", "device_data": LinkrunnerPhone.device],
          "time_since_app_install": 12.5,
        ])
      #expect(signup.status == 200)
      #expect(signup.json["data"]?["trigger"] == true)
      let person = try await server.app.post("/v1/people", ["user_id": "user_123"])
      let read = try await server.app.get("/v1/people/\(person.string("person") ?? "")/export")
      #expect(read.json["attributes"]?["name"] == "John Doe")
      #expect(read.json["attributes"]?["additional_data"] == ["plan": "gold"])
      #expect(read.text.contains("user@example.com"))

      let paid = try await phone.send(
        "capture-payment",
        [
          "amount": 99.99, "user_id": "user_123", "payment_id": "payment_123",
          "type": "FIRST_PAYMENT", "status": "PAYMENT_COMPLETED",
          "data": ["device_data": LinkrunnerPhone.device],
        ])
      #expect(paid.status == 201)
      #expect(paid.json["status"] == 201)
      let export = try await server.app.get("/v1/people/\(person.string("person") ?? "")/export")
      #expect(export.json["payments"]?[0]?["amount"] == 9_999)
    }
  }

  @Test("What the ad network says in the query names the campaign, before the link's own words")
  func advertising() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      let short = try await link(server.app, ["code": "SUMMER", "utm": ["campaign": "Winter"]])
      #expect(short.hasSuffix("/SUMMER"))
      try await phone.open(
        "/?c=SUMMER&gclid=Cj0KCQ&campaign_name=Summer%20Sale&ad_id=77&adset_name=Adults&x=y")
      let found = try await phone.send("attribution-data")
      #expect(found.string("data.attribution_source") == "GOOGLE")
      let campaign = try #require(found.json["data"]?["campaign_data"])
      #expect(campaign["id"] == "SUMMER")
      #expect(campaign["name"] == "Summer Sale")
      #expect(campaign["ad_creative_id"] == "77")
      #expect(campaign["ad_set_name"] == "Adults")
      // Only what networks are known to say is kept.
      #expect(
        try await server.number(
          "SELECT COUNT(*) FROM click_parameters WHERE parameters NOT LIKE '%\"x\"%'") == 1)
    }
  }

  @Test("Play's referrer names a network that no link of ours led through")
  func referrer() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      func ask(_ referrer: String) async throws -> HTTPAnswer {
        let device: JSON = ["gaid": "g-1", "install_ref": .string(referrer)]
        return try await LinkrunnerPhone(app: phone.app).send(
          "attribution-data", ["platform": "ANDROID", "device_data": device])
      }
      let paid = try await ask("gclid=abc&utm_source=google&utm_campaign=Brand")
      #expect(paid.string("data.attribution_source") == "GOOGLE")
      #expect(paid.string("data.campaign_data.name") == "Brand")
      #expect(paid.string("data.campaign_data.type") == "INORGANIC")
      #expect(paid.string("data.gaid") == "g-1")
      let organic = try await ask("utm_source=google-play&utm_medium=organic")
      #expect(organic.string("data.attribution_source") == "ORGANIC")
      #expect(organic.json["data"]?["campaign_data"] == .null)
    }
  }

  @Test("An install without a click is organic, whichever call comes first")
  func organic() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      let found = try await phone.send("attribution-data")
      #expect(found.string("data.attribution_source") == "ORGANIC")
      #expect(found.json["data"]?["campaign_data"] == .null)
      for _ in 1...3 { #expect(try await phone.send("init").status == 202) }
      #expect(try await server.number("SELECT COUNT(*) FROM installs") == 1)
    }
  }

  @Test("A bad key, an unknown path, a missing field: in the vendor's envelope, never a 5xx")
  func refusals() async throws {
    try await TestServer.run { server in
      var phone = LinkrunnerPhone(app: server.app)
      let missing = try await phone.send("capture-event", ["event_data": [:]])
      #expect(missing.status == 400)
      #expect(missing.json["status"] == 400)
      #expect(missing.json["msg"]?.string?.contains("event_name") == true)
      #expect(try await phone.send("no-such-call").status == 404)
      phone.token = "pk_wrong"
      let wrong = try await phone.send("attribution-data")
      #expect(wrong.status == 401)
      #expect(wrong.json["status"] == 401)
    }
  }

  @Test("A link that is opened in the app leads where it should; any other is handed back")
  func deeplink() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      let short = try await link(server.app)
      let ours = try await phone.send("handle-deeplink", ["deeplink_url": .string(short)])
      #expect(ours.string("data.deeplink") == "https://example.com/treasure")
      #expect(ours.json["data"]?["is_linkrunner"] == true)
      // The vendor's other form of a link.
      let code = short.split(separator: "/").last ?? ""
      let long = short.dropLast(code.count) + "?utm_source=x&c=" + code
      let again = try await phone.send("handle-deeplink", ["deeplink_url": .string(String(long))])
      #expect(again.string("data.deeplink") == "https://example.com/treasure", "\(long)")
      #expect(again.json["data"]?["is_linkrunner"] == true)
      let other = try await phone.send(
        "handle-deeplink", ["deeplink_url": "https://app.example.com/product/123"])
      #expect(other.string("data.deeplink") == "https://app.example.com/product/123")
      #expect(other.json["data"]?["is_linkrunner"] == false)
    }
  }

  @Test("The link with which an app is opened first is where its install came from")
  func openedFirst() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      let short = try await link(server.app)
      _ = try await phone.send("handle-deeplink", ["deeplink_url": .string(short)])
      #expect(
        try await server.number("SELECT COUNT(*) FROM decisions WHERE type = 'unique'") == 1)
    }
  }

  @Test("A page's events count once, with what they say, and the older calls are answered")
  func web() async throws {
    try await TestServer.run { server in
      let page: JSON = [
        "token": .string(server.app.publishable), "event_id": "w-1", "event_type": "page_view",
        "event_data": "{\"section\":\"home\"}", "visitor_id": "v-1", "is_new_visitor": 1,
        "page_url": "https://example.com/?utm_source=google", "utm_source": "google",
      ]
      for path in ["/web/ingest", "/web/collect"] {
        #expect(try await server.app.post(path, page, as: .none).status == 200)
      }
      #expect(
        try await server.number(
          """
          SELECT COUNT(*) FROM facts WHERE name = 'page_view'
          AND properties LIKE '%"event_data":{"section":"home"}%' AND properties NOT LIKE '%token%'
          """) == 1)
      #expect(try await server.number("SELECT COUNT(*) FROM facts") == 1)
      let profile = try await server.app.get(
        "/getProfile?token=\(server.app.publishable)", as: .none)
      #expect(profile.json["status"] == 200)
      #expect(try await server.app.get("/getProfile?token=pk_x", as: .none).status == 401)
      #expect(
        try await server.app.post(
          "/deeplink-triggered", ["token": .string(server.app.publishable)], as: .none
        ).status == 200)
      #expect(try await server.number("SELECT COUNT(*) FROM facts") == 2)
    }
  }

  @Test("Every answer of worth tells the conversion value, which never falls in its window")
  func conversionValues() async throws {
    try await TestServer.run { server in
      let set = try await server.app.send(
        "PUT", "/v1/postback-schema",
        [
          "rules": [
            ["name": "signed up", "when": ["sign_up": true], "fine": 10, "coarse": "low"],
            ["name": "bought", "when": ["payment": true], "fine": 20, "coarse": "high"],
          ]
        ])
      #expect(set.status == 200, "\(set.text)")
      let phone = LinkrunnerPhone(app: server.app)
      func fine(_ answer: HTTPAnswer) -> JSON? { answer.json["data"]?["fine_conversion_value"] }
      #expect(fine(try await phone.send("init")) == 0)
      #expect(fine(try await phone.send("trigger", ["user_data": ["id": "u1"]])) == 10)
      let paid = try await phone.send(
        "capture-payment", ["amount": 5, "user_id": "u1", "payment_id": "p1"])
      #expect(fine(paid) == 20)
      #expect(paid.json["data"]?["coarse_conversion_value"] == "high")
      #expect(paid.json["data"]?["lock_postback"] == false)
      #expect(fine(try await phone.send("capture-event", ["event_name": "tap"])) == 20)
      let opened = try await phone.send("handle-deeplink", ["deeplink_url": "https://a.example/"])
      #expect(fine(opened) == 20)
    }
  }
}
