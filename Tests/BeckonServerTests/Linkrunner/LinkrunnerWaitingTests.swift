import BeckonModel
import Testing

@testable import BeckonServer

/// Calls that come before `init` and describe no device: nothing is decided by them.
@Suite struct LinkrunnerWaitingTests {
  private static let unknown: JSON = ["device_data": .null]

  /// A call that describes no device.
  private static func token(_ phone: LinkrunnerPhone) async throws {
    let answer = try await phone.send(
      "update-push-token", ["push_token": "apns", "device_data": .null])
    #expect(answer.status == 200)
  }

  private static func decided(_ server: TestServer) async throws -> Int64 {
    try await server.number("SELECT COUNT(*) FROM decisions")
  }

  @Test("A push token before init takes nothing from it: the click and the device are found")
  func tokenFirst() async throws {
    try await TestServer.run { server in
      let receiver = try Receiver()
      _ = try await server.app.webhook(receiver.url, ["install"])
      _ = try await server.app.link(["url": "https://shop.example/", "code": "SPRING"])
      let phone = LinkrunnerPhone(app: server.app)
      try await phone.open("/SPRING")
      try await Self.token(phone)
      let early = try await phone.send("attribution-data", Self.unknown)
      #expect(early.string("data.attribution_source") == "ORGANIC")
      try await server.wait()
      #expect(receiver.bodies.isEmpty)
      #expect(try await Self.decided(server) == 0)
      #expect(try await phone.send("init", ["link": .null]).status == 202)
      let found = try await phone.send("attribution-data", Self.unknown)
      #expect(found.string("data.campaign_data.id") == "SPRING", "\(found.text)")
      try await server.wait()
      #expect(receiver.bodies.count == 1)
      let told = receiver.bodies.first
      #expect(told?["data"]?["device"]?["idfv"] == "6D92078A-8246-4BA4-AE5B-76104861E7DC")
      #expect(told?["data"]?["match"]?["type"] == "default", "\(told?.text ?? "")")
    }
  }

  @Test("A call without a device takes nobody's click")
  func othersClick() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["url": "https://shop.example/", "code": "SPRING"])
      let (ana, ben) = (LinkrunnerPhone(app: server.app), LinkrunnerPhone(app: server.app))
      try await ana.open("/SPRING")
      try await Self.token(ben)
      let paid: JSON = ["amount": 5, "payment_id": "p1", "device_data": .null]
      #expect(try await ben.send("capture-payment", paid).status == 201)
      _ = try await ana.send("init")
      let found = try await ana.send("attribution-data")
      #expect(found.string("data.campaign_data.id") == "SPRING", "\(found.text)")
    }
  }

  @Test("What a later call knows of the device is kept, and what was known stays")
  func completed() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      let zeros: JSON = ["idfa": "00000000-0000-0000-0000-000000000000", "brand": "Apple"]
      _ = try await phone.send("init", ["device_data": zeros])
      let allowed: JSON = ["idfa": "EA7583CD", "brand": "Other", "bundle_id": "com.example.app"]
      _ = try await phone.send("init", ["device_data": allowed])
      let kept = try await server.number(
        """
        SELECT COUNT(*) FROM installs WHERE device LIKE '%"idfa":"EA7583CD"%'
          AND device LIKE '%"brand":"Apple"%' AND device LIKE '%"bundle_id":"com.example.app"%'
        """)
      #expect(kept == 1)
    }
  }

  @Test("A link that is named, and a sign-up, are decided about at once")
  func atOnce() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["url": "https://shop.example/", "code": "SPRING"])
      let opened = LinkrunnerPhone(app: server.app)
      let url = JSON.string(server.growth.url + "/SPRING")
      _ = try await opened.send(
        "handle-deeplink", ["deeplink_url": url, "device_data": .null])
      let found = try await opened.send("attribution-data", Self.unknown)
      #expect(found.string("data.campaign_data.id") == "SPRING", "\(found.text)")
      let other = LinkrunnerPhone(app: server.app)
      try await Self.token(other)
      #expect(try await Self.decided(server) == 1)
      let user: JSON = ["user_data": ["id": "ana"], "device_data": .null]
      #expect(try await other.send("trigger", user).status == 200)
      #expect(try await Self.decided(server) == 2)
    }
  }

  @Test("After a day nothing led to an install whose device nobody has described")
  func afterADay() async throws {
    try await TestServer.run { server in
      let receiver = try Receiver()
      _ = try await server.app.webhook(receiver.url, ["install"])
      _ = try await server.app.link(["url": "https://shop.example/", "code": "SPRING"])
      let phone = LinkrunnerPhone(app: server.app)
      try await Self.token(phone)
      try await server.wait(minutes: 24 * 60 - 1)
      #expect(try await Self.decided(server) == 0)
      try await server.wait(minutes: 2)
      #expect(try await Self.decided(server) == 1)
      try await server.wait()
      #expect(receiver.bodies.map { $0["data"]?["match"]?["reason"] } == ["no_device"])
      try await phone.open("/SPRING")
      _ = try await phone.send("init")
      let found = try await phone.send("attribution-data")
      #expect(found.string("data.attribution_source") == "ORGANIC", "\(found.text)")
    }
  }

  @Test(
    "An event or a payment that describes the device settles it, where init never comes",
    arguments: ["capture-event", "capture-payment"])
  func fact(_ name: String) async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["url": "https://shop.example/", "code": "SPRING"])
      let phone = LinkrunnerPhone(app: server.app)
      try await phone.open("/SPRING")
      try await Self.token(phone)
      let fact: JSON = ["event_name": "tap", "amount": 5, "payment_id": "p1"]
      _ = try await phone.send(name, fact)
      let found = try await phone.send("attribution-data", Self.unknown)
      #expect(found.string("data.campaign_data.id") == "SPRING", "\(found.text)")
    }
  }

  @Test("Calls that come together decide once about an install that waits")
  func together() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["url": "https://shop.example/", "code": "SPRING"])
      for round in 1...5 {
        let phone = LinkrunnerPhone(app: server.app, address: "203.0.113.\(round)")
        try await phone.open("/SPRING")
        try await Self.token(phone)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
          for name in ["init", "attribution-data", "set-user-data", "init"] {
            group.addTask {
              try await phone.send(name, ["user_data": ["id": .string("u\(round)")]]).status
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200, 200, 202, 202])
        let found = try await phone.send("attribution-data")
        #expect(found.string("data.campaign_data.id") == "SPRING", "\(found.text)")
        #expect(try await Self.decided(server) == Int64(round))
      }
    }
  }

  @Test("A device that is known only after the decision changes what is counted by platform")
  func deviceAfterwards() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      let user: JSON = ["user_data": ["id": "ana"], "device_data": .null]
      #expect(try await phone.send("trigger", user).status < 300)
      try await server.wait(minutes: 1)
      #expect(try await Self.decided(server) == 1)
      _ = try await phone.send("init")
      // The counts are compared with the rows when the server ends.
      try await server.wait(minutes: 1)
      let counted = try await server.number(
        "SELECT COUNT(*) FROM daily_counts WHERE platform = 'ios' AND count > 0")
      #expect(counted > 0)
    }
  }
}
