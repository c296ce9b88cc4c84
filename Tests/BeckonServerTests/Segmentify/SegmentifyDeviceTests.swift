import BeckonModel
import Testing

/// The devices on which visitors may be notified, and the banners that led to a product.
@Suite struct SegmentifyDeviceTests {
  private static func tell(
    _ app: TestApp, _ visitor: String, _ token: String, _ more: JSON
  ) async throws {
    let device: JSON = [
      "userId": .string(visitor), "deviceToken": .string(token), "providerType": "APNS",
      "os": "IOS", "osVersion": "17.4",
    ]
    let answer = try await app.post(
      "/native/subscription/push?apiKey=" + app.publishable, device.and(more), as: .none)
    #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
  }

  private static func devices(_ app: TestApp, _ visitor: String) async throws -> [JSON] {
    try await app.get("/v1/visitors/" + visitor).list("push_devices")
  }

  @Test("A device's token is kept with its topics, and goes with who is on the device")
  func tokens() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await Self.tell(app, "1", "token-1", ["type": "PERMISSION_INFO"])
      for topic in ["sale", "news", "sale"] {
        let wish: JSON = ["type": "SUBSCRIBE_TOPIC", "topic": .string(topic)]
        try await Self.tell(app, "1", "token-1", wish)
      }
      try await Self.tell(app, "1", "token-1", ["type": "UNSUBSCRIBE_TOPIC", "topic": "news"])
      let kept = try await Self.devices(app, "1")
      try #require(kept.count == 1)
      #expect(kept[0]["token"] == "token-1", "\(kept)")
      #expect(kept[0]["topics"] == ["sale"] && kept[0]["provider"] == "APNS")
      // Somebody else is on the device now, and wants nothing of what the other wanted.
      try await Self.tell(app, "2", "token-1", ["type": "PERMISSION_INFO"])
      #expect(try await Self.devices(app, "1").isEmpty)
      #expect(try await Self.devices(app, "2").first?["topics"] == [])
      for number in 0..<30 {
        try await Self.tell(app, "2", "other-\(number)", ["type": "PERMISSION_INFO"])
      }
      #expect(try await Self.devices(app, "2").count == 20)
      #expect(try await app.call("DELETE", "/v1/visitors/2").status == 204)
      #expect(try await server.number("SELECT COUNT(*) FROM push_devices") == 0)
    }
  }

  @Test("Our own client tells of the devices of an install, with its token")
  func natively() async throws {
    try await TestServer.run { server in
      let app = server.app
      let phone = try await app.phone(at: "203.0.113.7").install()
      let ana = try await phone.signUp("ana")
      func tell(_ id: String, _ token: String?, _ topic: JSON?) async throws -> HTTPAnswer {
        let event: JSON = [
          "id": .string(id), "name": "push_topic_subscribed",
          "install_id": .string(phone.installID),
          "properties": .object(["token": "token-1", "topic": topic]),
        ]
        return try await app.post(
          "/v1/events", ["events": [event]], as: .publishable, token: token)
      }
      let refused = try await tell("1", nil, "sale")
      #expect(refused.string("receipts.0.reason")?.has(text: "send the token") == true)
      let wrong = try await tell("2", phone.token, nil)
      #expect(wrong.string("receipts.0.warnings.0.code") == "not_a_shop_event", "\(wrong.text)")
      #expect(try await tell("3", phone.token, "sale").string("receipts.0.status") == "accepted")
      let export = try await app.get(ana.path + "/export")
      let devices = export.list("push_devices")
      try #require(devices.count == 1, "\(export.text)")
      #expect(devices[0]["topics"] == ["sale"])
      #expect(devices[0]["install"]?.string?.hasPrefix("ins_") == true, "\(devices)")
      #expect(try await ana.erase().status == 204)
      #expect(try await server.number("SELECT COUNT(*) FROM push_devices") == 0)
    }
  }

  @Test("The banners that were tapped on the way stand in the event")
  func activeBanners() async throws {
    try await TestServer.run { server in
      let shop = SegmentifyShop(server.app)
      let banners: JSON = [["title": "Spring", "group": "home", "order": "2"]]
      let told: [(String, JSON)] = [
        ("PRODUCT_VIEW", ["productId": "shoe"]),
        ("BASKET_OPERATIONS", ["productId": "shoe", "step": "add"]),
      ]
      for (name, more) in told {
        let answer = try await shop.send(
          shop.event(name, more.and(["activeBanners": banners])))
        #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
      }
      let events = try await server.app.get("/v1/events?limit=10").list("events")
      #expect(events.count == 2)
      for event in events {
        #expect(
          event["properties"]?["active_banners"]
            == [["title": "Spring", "group": "home", "order": 2]], "\(event)")
      }
    }
  }
}
