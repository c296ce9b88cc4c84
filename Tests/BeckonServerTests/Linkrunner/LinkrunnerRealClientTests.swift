import BeckonModel
import Testing

@testable import BeckonServer

/// What the vendor's clients for iOS, Android and React Native really send.
@Suite struct LinkrunnerRealClientTests {
  private static func revenue(_ app: TestApp, _ query: String = "") async throws -> [JSON] {
    try await app.get("/v1/revenue" + query).list("revenue")
  }

  @Test("An empty text is what the client does not know, in every call")
  func emptyTexts() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      for (id, user) in [("", "ana"), ("p1", ""), ("p2", "ana")] {
        let paid = try await phone.send(
          "capture-payment",
          [
            "amount": 3, "payment_id": .string(id), "user_id": .string(user), "type": "",
            "status": "",
          ])
        #expect(paid.status == 201, "\(paid.text)")
      }
      let event = try await phone.send(
        "capture-event", ["event_name": "x", "event_id": "", "user_id": ""])
      #expect(event.status == 200, "\(event.text)")
      let nameless = try await phone.send("capture-event", ["event_name": ""])
      #expect(nameless.status == 400 && nameless.string("msg")?.contains("event_name") == true)
      let removal = try await phone.send(
        "remove-captured-payment", ["payment_id": "", "user_id": "ana"])
      #expect(removal.json["data"]?["removed"] == 2, "\(removal.text)")
      let user: JSON = ["id": "ana", "name": "", "email": "", "phone": ""]
      #expect(try await phone.send("trigger", ["user_data": user]).status == 200)
    }
  }

  @Test(
    "A payment's currency stands in the body or in event_data, else it is the app's",
    arguments: [
      (["currency": "JPY"], "JPY", 5_000), (["event_data": ["currency": "USD"]], "USD", 500_000),
      (["currency": "JPY", "event_data": ["currency": "USD"]], "JPY", 5_000),
      (["currency": "", "event_data": ["currency": ""]], "EUR", 500_000), ([:], "EUR", 500_000),
    ] as [(JSON, String, Int64)])
  func currency(_ more: JSON, _ code: String, _ amount: Int64) async throws {
    try await TestServer.run { server in
      try await server.app.set(["currency": "EUR"])
      let body: JSON = .object(
        [JSON.Member("amount", 5_000), JSON.Member("payment_id", "p")] + (more.members ?? []))
      let paid = try await LinkrunnerPhone(app: server.app).send("capture-payment", body)
      #expect(paid.status == 201, "\(paid.text)")
      let row = try await Self.revenue(server.app).first
      #expect(row?["currency"]?.string == code && row?["amount"]?.integer == amount)
    }
  }

  @Test("Without an id the same amount of two currencies is two payments, and each is one")
  func twoCurrencies() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      for code in ["USD", "JPY", "USD", "JPY"] {
        let paid: JSON = [
          "amount": 5, "currency": .string(code), "time_since_app_install": 7.5,
        ]
        #expect(try await phone.send("capture-payment", paid).status == 201)
      }
      let rows = try await Self.revenue(server.app)
      #expect(Set(rows.compactMap { $0["currency"]?.string }) == ["JPY", "USD"])
      #expect(rows.map { $0["payments"]?.integer } == [1, 1])
    }
  }

  @Test("Events and payments may name the user alone")
  func userOnly() async throws {
    try await TestServer.run { server in
      let token = JSON.string(server.app.publishable)
      func send(_ name: String, _ more: JSON) async throws -> HTTPAnswer {
        let body = [JSON.Member("token", token), JSON.Member("platform", "ANDROID")]
        return try await server.app.call(
          "POST", "/api/client/" + name, body: JSON.object(body + (more.members ?? [])).bytes,
          as: .none)
      }
      let event: JSON = ["event_name": "level", "user_id": "ana"]
      #expect(try await send("capture-event", event).status == 200)
      let payment: JSON = ["amount": 2, "payment_id": "p", "user_id": "ana"]
      #expect(try await send("capture-payment", payment).status == 201)
      #expect(try await Self.revenue(server.app).first?["amount"]?.integer == 200)
      let nobody = try await send("capture-event", ["event_name": "level"])
      #expect(nobody.status == 400 && nobody.string("msg")?.contains("or user_id") == true)
      #expect(try await send("init", [:]).status == 400)
    }
  }

  @Test("The code word of an Android phone is not its model, and a region is no language")
  func device() async throws {
    func seen(_ data: JSON, _ platform: String) -> DeviceDescription {
      DeviceDescription(linkrunner: data, platform: platform)
    }
    let galaxy: JSON = [
      "device": "dm3q", "device_model": "SM-S918B", "device_name": "samsung SM-S918B",
      "device_display": "1080x2340 (420 dpi)", "locale": "de_DE",
    ]
    #expect(seen(galaxy, "ANDROID").deviceModel == "SM-S918B")
    #expect(seen(galaxy, "ANDROID").screen == nil)
    #expect(seen(galaxy, "ANDROID").language == "de-DE")
    #expect(seen(["device": "Pixel 8"], "ANDROID").deviceModel == "Pixel 8")
    let phone: JSON = ["device": "iPhone", "locale": "en_DE", "language": "en"]
    #expect(seen(phone, "IOS").language == nil)
    let own: JSON = ["locale": "en_DE", "preferred_language": "de-DE"]
    #expect(seen(own, "IOS").language == "de-DE")
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/"])
      let phone = LinkrunnerPhone(app: server.app)
      try await phone.open(link.shortURL)
      // The browser asked for Turkish; the app has English only, the region is Turkey.
      let members = LinkrunnerPhone.device.members ?? []
      let device = members.map { $0.name == "locale" ? JSON.Member("locale", "en_TR") : $0 }
      let found = try await phone.send("attribution-data", ["device_data": .object(device)])
      #expect(found.string("data.campaign_data.type") == "INORGANIC", "\(found.text)")
    }
  }

  @Test("A campaign's link may have a path before its code, in the browser and in the app")
  func path() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["url": "https://shop.example/a", "code": "SUMMER"])
      let phone = LinkrunnerPhone(app: server.app)
      try await phone.open("/promo/summer25?c=SUMMER")
      let url = server.growth.url + "/promo/summer25?c=SUMMER"
      let opened = try await phone.send("handle-deeplink", ["deeplink_url": .string(url)])
      #expect(opened.json["data"]?["is_linkrunner"] == true, "\(opened.text)")
      let other = try await server.app.call("GET", "/promo/summer25?c=NONE", as: .none)
      #expect(other.status == 404)
      #expect(try await server.app.call("GET", "/promo/summer25", as: .none).status == 404)
    }
  }

  @Test("What the link says with which the app was opened counts as what a click says")
  func openedWith() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["url": "https://shop.example/a", "code": "STORES"])
      let phone = LinkrunnerPhone(app: server.app)
      let url = server.growth.url + "/?c=STORES&utm_source=facebook&ad_id=9"
      #expect(try await phone.send("init", ["link": .string(url)]).status == 202)
      let found = try await phone.send("attribution-data")
      #expect(found.string("data.attribution_source") == "META", "\(found.text)")
      #expect(found.string("data.campaign_data.ad_creative_id") == "9")
      let foreign = LinkrunnerPhone(app: server.app)
      let elsewhere: JSON = ["link": "https://else.example/?utm_source=facebook"]
      _ = try await foreign.send("init", elsewhere)
      let organic = try await foreign.send("attribution-data")
      #expect(organic.string("data.attribution_source") == "ORGANIC")
    }
  }

  @Test("The advertising id is the one that was told first, and none if it is all zeros")
  func advertisingID() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("init", ["device_data": ["idfa": "6D92078A"]])
      let found = try await phone.send("attribution-data", ["device_data": ["idfa": ""]])
      #expect(found.string("data.idfa") == "6D92078A")
      let zeros: JSON = ["idfa": "00000000-0000-0000-0000-000000000000", "gaid": ""]
      let none = try await LinkrunnerPhone(app: server.app).send(
        "attribution-data", ["device_data": zeros])
      #expect(none.json["data"]?["idfa"] == .null && none.json["data"]?["gaid"] == .null)
    }
  }
}
