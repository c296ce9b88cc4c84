import BeckonBasics
import BeckonModel
import Testing

@testable import BeckonServer

/// What happens to phones and people after the first day: another phone, another person on the same
/// one, an app that counts its users.
@Suite struct LinkrunnerOrdinaryLifeTests {
  private static func fine(_ answer: HTTPAnswer) -> JSON? {
    answer.json["data"]?["fine_conversion_value"]
  }

  /// Values for events and payments.
  private static func setSchema(_ app: TestApp) async throws {
    let schema: JSON = [
      "rules": [
        ["name": "tapped", "when": ["event": "tap"], "fine": 7],
        ["name": "bought", "when": ["payment": true], "fine": 20],
      ]
    ]
    #expect(try await app.send("PUT", "/v1/postback-schema", schema).status == 200)
  }

  @Test("A user's event and payment on a second phone count for that phone's conversion value")
  func secondPhone() async throws {
    try await TestServer.run { server in
      try await Self.setSchema(server.app)
      let (first, second) = (LinkrunnerPhone(app: server.app), LinkrunnerPhone(app: server.app))
      _ = try await first.send("trigger", ["user_data": ["id": "ana"]])
      #expect(try await Self.fine(second.send("init")) == 0)
      let tap: JSON = ["event_name": "tap", "user_id": "ana", "time_since_app_install": 3.5]
      #expect(try await Self.fine(second.send("capture-event", tap)) == 7)
      let paid: JSON = ["amount": 9.99, "user_id": "ana", "payment_id": "order-1"]
      #expect(try await Self.fine(second.send("capture-payment", paid)) == 20)
      // A phone on which she did nothing tells nothing of her.
      #expect(try await Self.fine(LinkrunnerPhone(app: server.app).send("init")) == 0)
    }
  }

  @Test("What was done offline before the first call, or by a clock that is behind, counts too")
  func beforeTheFirstCall() async throws {
    try await TestServer.run { server in
      try await Self.setSchema(server.app)
      let (first, second) = (LinkrunnerPhone(app: server.app), LinkrunnerPhone(app: server.app))
      let now = server.clock.withLock { $0 }
      let earlier = JSON.integer(now.milliseconds - 2 * Span.hourMilliseconds)
      func tap(_ id: String, user: JSON) -> JSON {
        ["event_name": "tap", "event_id": .string(id), "user_id": user, "timestamp": earlier]
      }
      _ = try await first.send("init")
      #expect(try await Self.fine(first.send("capture-event", tap("1", user: .null))) == 7)
      // Told of a user, and her first sign-up is on this phone.
      _ = try await second.send("trigger", ["user_data": ["id": "ana"]])
      #expect(try await Self.fine(second.send("init")) == 0)
      #expect(try await Self.fine(second.send("capture-event", tap("2", user: "ana"))) == 7)
    }
  }

  @Test("What a user did elsewhere before she came to an install counts not for it")
  func elsewhereBefore() async throws {
    try await TestServer.run { server in
      try await Self.setSchema(server.app)
      let (first, second) = (LinkrunnerPhone(app: server.app), LinkrunnerPhone(app: server.app))
      _ = try await first.send("init")
      let tap: JSON = ["event_name": "tap", "event_id": "1", "user_id": "ana"]
      _ = try await first.send("capture-event", tap)
      server.clock.withLock { $0 = $0.adding(milliseconds: 1_000) }
      let signUp = try await second.send("trigger", ["user_data": ["id": "ana"]])
      #expect(Self.fine(signUp) == 0)
    }
  }

  @Test("What a user did on an install counts once for it, also when she signs up there later")
  func countsOnce() async throws {
    try await TestServer.run { server in
      let schema: JSON = [
        "rules": [["name": "tapped twice", "when": ["event": "tap", "count": 2], "fine": 9]]
      ]
      #expect(try await server.app.send("PUT", "/v1/postback-schema", schema).status == 200)
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("init")
      let tap: JSON = ["event_name": "tap", "user_id": "ana", "event_id": "1"]
      _ = try await phone.send("capture-event", tap)
      #expect(try await Self.fine(phone.send("trigger", ["user_data": ["id": "ana"]])) == 0)
      let again: JSON = ["event_name": "tap", "user_id": "ana", "event_id": "2"]
      #expect(try await Self.fine(phone.send("capture-event", again)) == 9)
    }
  }

  @Test("A sign-up stays when somebody else uses the install, and theirs is another")
  func signUps() async throws {
    try await TestServer.run { server in
      _ = try await server.app.link(["url": "https://shop.example/a", "code": "SPRING"])
      let phone = LinkrunnerPhone(app: server.app)
      _ = try await phone.send("init", ["link": .string(server.growth.url + "/SPRING")])
      _ = try await phone.send("trigger", ["user_data": ["id": "ana"]])
      let backend = LinkrunnerBackend(app: server.app)
      func signUps() async throws -> (count: JSON?, users: [String]) {
        let report = try await backend.call("GET", "reporting/campaigns?sort_field=signups")
        let users = try await backend.call("GET", "attributed-users?display_id=SPRING")
        let total = users.integer("data.pagination.total")
        #expect(total == users.integer("data.total_users"))
        return (
          report.json["data"]?["campaigns"]?[0]?["sign-ups"],
          users.list("data.users").compactMap { $0["user_data"]?["id"]?.string }.sorted()
        )
      }
      _ = try await phone.send("customer-user-id", ["user_id": "guest"])
      let first = try await signUps()
      #expect(first.count == "1" && first.users == ["ana"])
      _ = try await phone.send("trigger", ["user_data": ["id": "ben"]])
      let both = try await signUps()
      #expect(both.count == "2" && both.users == ["ana", "ben"])
    }
  }

  @Test("Numbers in place of texts are taken, to their last digit, and a text that is an amount")
  func numbers() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      let large = JSON.number("12345678901234567890")
      let user: JSON = ["user_data": ["id": large, "phone": "+4915123456789"]]
      #expect(try await phone.send("trigger", user).status == 200)
      let paid: JSON = ["amount": " 99.90", "user_id": large, "payment_id": 77]
      #expect(try await phone.send("capture-payment", paid).status == 201)
      let same: JSON = ["amount": 99.9, "user_id": "12345678901234567890", "payment_id": "77"]
      _ = try await phone.send("capture-payment", same)
      let event: JSON = [
        "event_name": "tap", "user_id": large, "event_id": 5, "event_data": "{\"level\": 3}",
      ]
      #expect(try await phone.send("capture-event", event).status == 200)
      let plain: JSON = ["event_name": "tap", "event_id": 6, "event_data": "gold"]
      #expect(try await phone.send("capture-event", plain).status == 200)
      let revenue = try await server.app.get("/v1/revenue").list("revenue")
      #expect(revenue.map { $0["amount"] } == [9_990])
      let users = try await server.number(
        "SELECT COUNT(*) FROM identities WHERE value = '12345678901234567890'")
      let phones = try await server.number(
        "SELECT COUNT(*) FROM identities WHERE value = '+4915123456789'")
      #expect(users == 1 && phones == 1)
      let facts = try await server.number(
        """
        SELECT COUNT(*) FROM facts
        WHERE properties IN ('{"level":3}', '{"value":"gold"}')
        """)
      #expect(facts == 2)
      let words: JSON = ["amount": "a lot", "payment_id": 78]
      #expect(try await phone.send("capture-payment", words).status == 400)
    }
  }

  @Test("The app's server may send numbers in place of texts too")
  func numbersOfServers() async throws {
    try await TestServer.run { server in
      let backend = LinkrunnerBackend(app: server.app)
      let paid: JSON = ["user_id": 12_345, "amount": "7.50", "payment_id": 9]
      let payment = try await backend.call("POST", "capture-payment", paid)
      #expect(payment.status == 201)
      let event: JSON = ["user_id": 12_345, "event_name": "tap", "event_id": 1]
      #expect(try await backend.call("POST", "capture-event", event).status == 201)
      let removal: JSON = ["user_id": 12_345]
      #expect(try await backend.call("POST", "remove-payment", removal).status == 200)
    }
  }

  @Test("Two events of the same words are two where anything in their bodies differs")
  func equalEvents() async throws {
    try await TestServer.run { server in
      let phone = LinkrunnerPhone(app: server.app)
      func tap(_ more: JSON) async throws -> Int64 {
        let body = JSON.object([JSON.Member("event_name", "tap")] + (more.members ?? []))
        #expect(try await phone.send("capture-event", body).status == 200)
        return try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'tap'")
      }
      let wifi: JSON = ["device_data": ["connectivity": "wifi", "session": "a"]]
      _ = try await tap(wifi)
      #expect(try await tap(wifi) == 1)
      #expect(try await tap(["device_data": ["connectivity": "wifi", "session": "b"]]) == 2)
    }
  }
}
