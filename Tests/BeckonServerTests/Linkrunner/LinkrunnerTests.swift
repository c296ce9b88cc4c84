import BeckonModel
import Foundation
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

  @Test("An event that is sent again is one, with its id and without")
  func events() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      func count() async throws -> Int64 {
        try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'level'")
      }
      let event: JSON = [
        "event_name": "level", "event_data": ["b": 1, "a": 2], "time_since_app_install": 120.5,
      ]
      // A dictionary is written in another order the next time.
      let again: JSON = [
        "event_name": "level", "event_data": ["a": 2, "b": 1], "time_since_app_install": 120.5,
      ]
      for body in [event, again, event] {
        let answer = try await phone.send("capture-event", body)
        #expect(answer.status == 200)
        #expect(answer.json["msg"] == "Event capture request received!")
      }
      #expect(try await count() == 1)
      _ = try await phone.send(
        "capture-event",
        ["event_name": "level", "event_data": ["a": 2, "b": 1], "time_since_app_install": 121.5])
      #expect(try await count() == 2)
      for _ in 1...2 {
        _ = try await phone.send(
          "capture-event", ["event_name": "level", "event_data": .null, "event_id": "e-1"])
      }
      #expect(try await count() == 3)
      // Another install's event of the same content is another event.
      _ = try await LinkrunnerPhone(app: server.app).send("capture-event", event)
      #expect(try await count() == 4)
    }
  }

  @Test("Without an id and a time, the same within a minute is one, and later another")
  func eventsWithoutTime() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      func count() async throws -> Int64 {
        try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'tap'")
      }
      try server.setTime("2026-06-01T09:00:50Z")
      _ = try await phone.send("capture-event", ["event_name": "tap"])
      try server.setTime("2026-06-01T09:01:20Z")
      _ = try await phone.send("capture-event", ["event_name": "tap"])
      #expect(try await count() == 1)
      try server.setTime("2026-06-01T09:02:30Z")
      _ = try await phone.send("capture-event", ["event_name": "tap"])
      #expect(try await count() == 2)
    }
  }

  @Test("A payment counts once, the first report wins, and it can be taken back")
  func payments() async throws {
    try await TestServer.run { server in
      _ = try await server.app.patch("/v1/app", ["currency": "EUR"])
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("init")
      func revenue() async throws -> Int64 {
        try await server.number(
          "SELECT CAST(COALESCE(SUM(revenue), 0) AS BIGINT) FROM payments WHERE removed_at IS NULL")
      }
      func pay(_ amount: JSON, _ id: String?, _ more: JSON = [:]) async throws -> Int {
        var body = [JSON.Member("amount", amount), JSON.Member("user_id", "u1")]
        if let id { body.append(JSON.Member("payment_id", .string(id))) }
        return try await phone.send("capture-payment", .object(body + (more.members ?? []))).status
      }
      #expect(try await pay(10, "p1") == 201)
      #expect(try await pay(99, "p1") == 201)
      #expect(try await revenue() == 1_000)
      // Another kind is another payment, as with the vendor.
      #expect(try await pay(1.5, "p1", ["type": "RECURRING"]) == 201)
      #expect(try await revenue() == 1_150)
      for _ in 1...2 {
        #expect(try await pay(2, nil, ["time_since_app_install": 7.25]) == 201)
      }
      #expect(try await revenue() == 1_350)
      #expect(try await pay(5, "p2", ["status": "PAYMENT_FAILED"]) == 201)
      #expect(try await pay(-1, "p3") == 400)
      #expect(try await pay("10", "p4") == 400)
      #expect(try await revenue() == 1_350)

      let stranger = LinkrunnerPhone(app: server.app)
      _ = try await stranger.send("init")
      let theirs = try await stranger.send("remove-captured-payment", ["user_id": "u1"])
      #expect(theirs.json["data"]?["removed"] == 0)
      let one = try await phone.send(
        "remove-captured-payment", ["user_id": "u1", "payment_id": "p1"])
      #expect(one.status == 200)
      #expect(try await revenue() == 200)
      _ = try await phone.send("remove-captured-payment", ["user_id": "u1"])
      #expect(try await revenue() == 0)
      #expect(try await pay(10, "p1") == 201)
      #expect(try await revenue() == 0)
    }
  }

  @Test("Signed requests: the right signature passes, any other does not")
  func signing() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await server.app.patch(
        "/v1/app", ["request_signing": ["required": true, "keys": ["k1": "secret"]]])
      #expect(try await phone.send("init").status == 401)
      let now = "1780304400000"
      func headers(_ signature: String, at time: String, id: String = "k1") -> [(String, String)] {
        [
          ("Authorization", "HMAC"), ("x-Key-Id", id), ("x-Timestamp", time),
          ("x-Signature", signature),
        ]
      }
      let body = String(decoding: phone.body([:]).bytes, as: UTF8.self)
      let right = LinkrunnerPhone.signature(body, now, "secret")
      #expect(try await phone.send("init", headers: headers(right, at: now)).status == 202)
      #expect(try await phone.send("init", headers: headers("AAAA", at: now)).status == 401)
      #expect(
        try await phone.send("init", headers: headers(right, at: now, id: "k2")).status == 401)
      let old = "1780304000000"
      let late = LinkrunnerPhone.signature(body, old, "secret")
      #expect(try await phone.send("init", headers: headers(late, at: old)).status == 401)
    }
  }

  @Test("The vendor's example of a signature is ours")
  func vector() {
    // wire.md, 5.1.
    for (body, signature) in [
      (#"{"token":"t"}"#, "q31skzu46OA6+j7BGgZDbTpUWXUsoi69JHa4pYzKewY="),
      ("", "tZM36+JmlzPciRLHI59+h6Gp81Q5H2B5Z5zUFhqA3lQ="),
    ] {
      #expect(
        LinkrunnerSigning.signature(
          of: Array(body.utf8), timestamp: "1700000000000", secret: "secret") == signature)
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
      let other = try await phone.send(
        "handle-deeplink", ["deeplink_url": "https://app.example.com/product/123"])
      #expect(other.string("data.deeplink") == "https://app.example.com/product/123")
      #expect(other.json["data"]?["is_linkrunner"] == false)
    }
  }

  @Test("Push tokens and other services' ids are the person's, before and after the sign-up")
  func more() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      #expect(try await phone.send("update-push-token", ["push_token": "apns-1"]).status == 200)
      let integrations = try await phone.send(
        "integrations", ["integration_info": ["clevertap_id": "c-1"]])
      #expect(integrations.json["status"] == 200)
      _ = try await phone.send("trigger", ["user_data": ["id": "u9"]])
      _ = try await phone.send("set-user-data", ["user_data": ["id": "u9", "phone": "9876543210"]])
      _ = try await phone.send("customer-user-id", ["user_id": "u9"])
      let person = try await server.app.post("/v1/people", ["user_id": "u9"])
      let export = try await server.app.get("/v1/people/\(person.string("person") ?? "")/export")
      let attributes = export.json["attributes"]
      #expect(attributes?["push_token"] == "apns-1")
      #expect(attributes?["integration_info"] == ["clevertap_id": "c-1"])
      #expect(attributes?["phone"] == "9876543210")
      #expect(try await server.number("SELECT COUNT(*) FROM people WHERE merged_into IS NULL") == 1)
    }
  }

  @Test("Whoever names another's user id changes nothing of theirs")
  func stranger() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("trigger", ["user_data": ["id": "ana", "name": "Ana"]])
      let stranger = LinkrunnerPhone(app: server.app)
      let answer = try await stranger.send("trigger", ["user_data": ["id": "ana", "name": "Eve"]])
      #expect(answer.status == 200)
      let person = try await server.app.post("/v1/people", ["user_id": "ana"])
      let export = try await server.app.get("/v1/people/\(person.string("person") ?? "")/export")
      #expect(export.json["attributes"]?["name"] == "Ana")
      #expect(export.json["installs"]?.elements?.count == 1)
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
