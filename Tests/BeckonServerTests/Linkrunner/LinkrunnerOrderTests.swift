import BeckonModel
import Testing

@testable import BeckonServer

/// Calls that come before others, and words of the app's server on what a client has said.
@Suite struct LinkrunnerOrderTests {
  private static func backend(
    _ app: TestApp, _ path: String, _ body: JSON
  ) async throws -> HTTPAnswer {
    try await LinkrunnerBackend(app: app).call("POST", path, body)
  }

  private static func revenue(_ app: TestApp, by key: String = "day") async throws -> [JSON] {
    try await app.get("/v1/revenue?by=" + key).list("revenue")
  }

  @Test("Only a sign-up is one: a push token or a user id is told of before, and pays nobody")
  func signUp() async throws {
    try await TestServer.run { server in
      let receiver = try Receiver()
      let rule: JSON = [
        "name": "Welcome", "when": ["referral": "confirmed"], "to": "both", "amount": 50,
        "unit": "points",
      ]
      _ = try await server.app.campaign(rules: [rule])
      _ = try await server.app.webhook(receiver.url, ["signup"], form: "linkrunner")
      let ana = try await server.app.signUp("ana")
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("init", ["link": .string(try #require(ana.link))])
      _ = try await phone.send("update-push-token", ["push_token": "apns"])
      let clevertap: JSON = ["integration_info": ["clevertap_id": "c"]]
      _ = try await phone.send("integrations", clevertap)
      _ = try await phone.send("set-user-data", ["user_data": ["id": "ben", "name": "Ben"]])
      try await server.wait()
      #expect(try await server.app.transfers().isEmpty)
      #expect(receiver.bodies.map { $0["user_id"] } == ["ana"])
      for _ in 1...2 {
        let answer = try await phone.send(
          "trigger", ["user_data": ["id": "ben"], "data": ["referral_code": "R1"]])
        #expect(answer.status == 200)
      }
      try await server.wait()
      #expect(try await server.app.transfers().count == 2)
      #expect(receiver.bodies.map { $0["user_id"] } == ["ana", "ben"])
      let told = receiver.bodies.last
      #expect(told?["name"] == "Ben")
      #expect(told?["additional_data"]?["referral_code"] == "R1")
      #expect(told?["additional_data"]?["push_token"] == "apns")
      #expect(told?["network_name"] == .null && told?["attributed_on"] != .null)
    }
  }

  @Test("A sign-up is counted, and somebody who is only known is not")
  func counts() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["url": "https://shop.example/a", "code": "SPRING"])
      for (user, name) in [("ana", "set-user-data"), ("ben", "trigger")] {
        let phone = LinkrunnerPhone(app: server.app)
        _ = try await phone.send("init", ["link": .string(server.growth.url + "/SPRING")])
        _ = try await phone.send(name, ["user_data": ["id": .string(user)]])
      }
      let backend = LinkrunnerBackend(app: server.app)
      let report = try await backend.call("GET", "reporting/campaigns")
      let row = report.json["data"]?["campaigns"]?[0]
      #expect(row?["installs"] == "2" && row?["sign-ups"] == "1", "\(report.text)")
    }
  }

  @Test("The call that names the link may come behind another of the same start")
  func behind() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["url": "https://shop.example/a", "code": "SPRING"])
      let link: JSON = ["link": .string(server.growth.url + "/SPRING")]
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("attribution-data")
      _ = try await phone.send("init", link)
      let found = try await phone.send("attribution-data")
      #expect(found.string("data.campaign_data.id") == "SPRING", "\(found.text)")
      let reason = try await server.number(
        "SELECT COUNT(*) FROM decisions WHERE type = 'unique'")
      #expect(reason == 1)
      // Another start, of an app that has been there, is not what led to it.
      let old = LinkrunnerPhone(app: server.app)
      _ = try await old.send("init")
      try await server.wait(minutes: 3)
      _ = try await old.send("init", link)
      let organic = try await old.send("attribution-data")
      #expect(organic.json["data"]?["campaign_data"] == .null)
    }
  }

  @Test(
    "A payment that a stranger tells first counts for the payer's install once the server says so")
  func paymentOfAnother() async throws {
    try await TestServer.run { server in
      let (ben, thief) = (LinkrunnerPhone(app: server.app), LinkrunnerPhone(app: server.app))
      for phone in [ben, thief] { _ = try await phone.send("init") }
      _ = try await ben.send("trigger", ["user_data": ["id": "ben"]])
      let paid: JSON = ["amount": 20, "payment_id": "order-77", "user_id": "ben"]
      #expect(try await thief.send("capture-payment", paid).status == 201)
      #expect(try await Self.backend(server.app, "capture-payment", paid).status == 201)
      let own = try await server.number(
        """
        SELECT COUNT(*) FROM payments AS p JOIN installs AS i ON i.app = p.app AND i.id = p.install
        JOIN install_people AS u ON u.app = i.app AND u.install = i.id WHERE p.trust = 'server'
        """)
      #expect(own == 1)
    }
  }

  @Test("A payment before all else is its install's, and its user's, and can be removed")
  func payment() async throws {
    try await TestServer.run { server in
      let link = try await server.app.link(["url": "https://shop.example/a", "code": "SPRING"])
      let phone = LinkrunnerPhone(app: server.app)
      let paid: JSON = ["amount": 5, "payment_id": "p1"]
      #expect(try await phone.send("capture-payment", paid).status == 201)
      let url = JSON.string(server.growth.url + "/SPRING")
      _ = try await phone.send("init", ["link": url])
      // The server knows the user before the app has said who uses the install.
      let bought: JSON = ["user_id": "ana", "amount": 7, "payment_id": "s1"]
      _ = try await Self.backend(server.app, "capture-payment", bought)
      _ = try await phone.send("trigger", ["user_data": ["id": "ana"]])
      // Who uses the phone later takes nothing from her.
      _ = try await phone.send("trigger", ["user_data": ["id": "ben"]])
      let more: JSON = ["user_id": "ana", "amount": 9, "payment_id": "s2"]
      _ = try await Self.backend(server.app, "capture-payment", more)
      let rows = try await Self.revenue(server.app, by: "link")
      #expect(rows.map { $0["link"]?.string } == [link.id])
      #expect(rows.map { $0["amount"]?.integer } == [2_100])
      let removal = try await phone.send("remove-captured-payment", ["payment_id": "p1"])
      #expect(removal.json["data"]?["removed"] == 1)
    }
  }

  @Test("The server's word on a payment counts before a client's, and its removal stands")
  func word() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("init")
      let cheap: JSON = ["amount": 0.01, "payment_id": "order-7", "user_id": "ana"]
      _ = try await phone.send("capture-payment", cheap)
      _ = try await phone.send("remove-captured-payment", ["payment_id": "order-7"])
      let dear: JSON = ["amount": 50, "payment_id": "order-7", "user_id": "ana"]
      for _ in 1...2 {
        #expect(try await Self.backend(server.app, "capture-payment", dear).status == 201)
      }
      // A client's word neither changes it nor takes it away.
      _ = try await phone.send("capture-payment", cheap)
      _ = try await phone.send("remove-captured-payment", ["payment_id": "order-7"])
      let row = try await Self.revenue(server.app).first
      #expect(row?["amount"]?.integer == 5_000 && row?["trusted_amount"]?.integer == 5_000)
      let order: JSON = ["payment_id": "order-7"]
      #expect(try await Self.backend(server.app, "remove-payment", order).status == 200)
      #expect(try await Self.backend(server.app, "capture-payment", dear).status == 201)
      #expect(try await Self.revenue(server.app).first?["amount"]?.integer ?? 0 == 0)
      // Also where a client has removed it before, and then once.
      let small: JSON = ["amount": 1, "payment_id": "p2", "user_id": "ana"]
      _ = try await phone.send("capture-payment", small)
      _ = try await phone.send("remove-captured-payment", ["payment_id": "p2"])
      let second: JSON = ["payment_id": "p2"]
      #expect(try await Self.backend(server.app, "remove-payment", second).status == 200)
      #expect(try await Self.backend(server.app, "remove-payment", second).status == 400)
    }
  }

  @Test("A rule that waits for a payment pays for money that came in, and for nothing else")
  func payments() async throws {
    try await TestServer.run { server in
      let rule: JSON = [
        "name": "Buyer", "when": ["event": "payment"], "to": "recipient", "amount": 10,
        "unit": "points", "per": "event",
      ]
      let campaign = try await server.app.campaign(rules: [rule])
      let ben = try await server.app.signUp("ben", campaign: campaign)
      _ = try await server.app.signUp("ana", referrer: ben.code, campaign: campaign)
      let others = [
        ("PAYMENT_INITIATED", "DEFAULT"), ("PAYMENT_FAILED", "DEFAULT"),
        ("PAYMENT_CANCELLED", "DEFAULT"), ("PAYMENT_COMPLETED", "SUBSCRIPTION_REFUNDED"),
        ("PAYMENT_COMPLETED", "FUNDS_WITHDRAWAL"),
      ]
      for (number, (status, type)) in (others + [("PAYMENT_COMPLETED", "DEFAULT")]).enumerated() {
        let paid: JSON = [
          "user_id": "ana", "amount": 5, "payment_id": .string("p\(number)"),
          "status": .string(status), "type": .string(type),
        ]
        #expect(try await Self.backend(server.app, "capture-payment", paid).status == 201)
        #expect(try await server.app.transfers().count == (number < others.count ? 0 : 1))
      }
      let names = try await server.number(
        "SELECT COUNT(DISTINCT name) FROM facts WHERE name LIKE 'payment%'")
      #expect(names == 6)
    }
  }
}
