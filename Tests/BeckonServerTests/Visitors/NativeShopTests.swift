import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// A visit to a shop, told by our own clients over sockets.
@Suite struct NativeShopTests {
  private static let bought: JSON = [
    "order_id": 1234, "total": "20.00", "currency": "EUR",
    "products": [["product_id": "shoes", "quantity": 2, "price": "10.00"]],
  ]

  private static func event(_ id: String, _ name: String, _ properties: JSON) -> JSON {
    [
      "id": .string(id), "name": .string(name), "install_id": "phone-1",
      "properties": properties,
    ]
  }

  /// A server on which the phone that all these events are of has registered.
  private static func run(_ body: @Sendable (TestServer) async throws -> Void) async throws {
    try await TestServer.run { server in
      let phone: JSON = ["install_id": "phone-1", "platform": "ios"]
      let launch = try await server.app.post("/v1/installs", phone, as: .publishable)
      #expect(launch.status == 201 || launch.status == 200, "\(launch.text)")
      try await body(server)
    }
  }

  private static func track(
    _ app: TestApp, _ events: [JSON], as key: TestApp.Key = .publishable
  ) async throws -> [JSON] {
    try await app.post("/v1/events", ["events": .array(events)], as: key).list("receipts")
  }

  @Test("A visit is events for rules, and a trail, an order and a session besides")
  func visit() async throws {
    try await Self.run { server in
      let receipts = try await Self.track(
        server.app,
        [
          Self.event("1", "page_viewed", ["category": "Home Page"]),
          Self.event("2", "product_viewed", ["product_id": "shoes", "title": "Shoes"]),
          Self.event("3", "basket_changed", ["step": "add", "product_id": "shoes"]),
          Self.event("4", "purchase", Self.bought),
          Self.event("5", "level_up", ["level": 2]),
        ])
      #expect(receipts.map { $0["status"] } == Array(repeating: "accepted", count: 5))
      #expect(receipts.allSatisfy { $0["warnings"] == nil })
      let kinds = try await server.database.read { connection in
        try connection.rows("SELECT kind FROM shop_actions ORDER BY seq", []) { $0.integer(0) }
      }
      #expect(kinds == [1, 2, 4])
      #expect(try await server.number("SELECT COUNT(*) FROM shop_sessions") == 1)
      #expect(try await server.number("SELECT COUNT(*) FROM facts WHERE name <> 'payment'") == 5)
      let payments = try await server.app.get("/v1/payments").list("payments")
      #expect(payments.count == 1 && payments[0]["trust"] == "client")
    }
  }

  @Test("An order is one payment, whether the app's server tells of it before or after the client")
  func oneOrder() async throws {
    try await Self.run { server in
      let payment: JSON = [
        "id": "1234", "amount": "20.00", "currency": "EUR", "install_id": "phone-1",
      ]
      _ = try await Self.track(server.app, [Self.event("1", "purchase", Self.bought)])
      #expect(try await server.app.post("/v1/payments", payment).status == 201)
      _ = try await Self.track(server.app, [Self.event("2", "purchase", Self.bought)])
      let payments = try await server.app.get("/v1/payments").list("payments")
      #expect(payments.count == 1 && payments[0]["trust"] == "server")
      #expect(try await server.number("SELECT COUNT(*) FROM shop_actions") == 1)
    }
  }

  @Test("What is no event of a shop is stored all the same, and its receipt says why it is none")
  func warnings() async throws {
    try await Self.run { server in
      let receipts = try await Self.track(
        server.app,
        [
          Self.event("1", "product_viewed", ["id": "shoes"]),
          Self.event("2", "basket_changed", ["product_id": "p", "step": "add", "quantity": -1]),
          Self.event("3", "purchase", ["amount": 5]),
          Self.event("4", "product_viewed", ["product_id": "p", "test_mode": true]),
          Self.event("5", "product_veiwed", ["product_id": "p"]),
          Self.event("6", "product_veiwed", ["level": 5]),
        ])
      #expect(receipts.map { $0["status"] } == Array(repeating: "accepted", count: 6))
      let codes = receipts.map { $0["warnings"]?[0]?["code"]?.string }
      #expect(codes == ["not_a_shop_event", "not_a_shop_event", nil, nil, "not_a_shop_event", nil])
      #expect(
        receipts[0]["warnings"]?[0]?["detail"]
          == "It is stored, but tells nothing of a shop: 'properties.product_id' is missing.")
      #expect(
        receipts[4]["warnings"]?[0]?["detail"]?.string?.hasSuffix(
          "Did you mean 'product_viewed'?") == true)
      #expect(try await server.number("SELECT COUNT(*) FROM shop_actions") == 0)
    }
  }

  @Test("A sender that repeats a batch, also at once, changes nothing")
  func repeated() async throws {
    try await Self.run { server in
      let events = [
        Self.event("1", "product_viewed", ["product_id": "a"]),
        Self.event("2", "purchase", Self.bought),
      ]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask { _ = try await Self.track(server.app, events) }
        }
        try await group.waitForAll()
      }
      #expect(try await server.number("SELECT COUNT(*) FROM shop_actions") == 2)
      #expect(try await server.number("SELECT COUNT(*) FROM payments") == 1)
    }
  }

  @Test("Silence as the app sets it ends a session")
  func sessionMinutes() async throws {
    try await Self.run { server in
      try await server.app.set(["session_minutes": 5])
      for (id, minutes) in [("1", 0.0), ("2", 4), ("3", 6)] {
        try await server.wait(minutes: minutes)
        _ = try await Self.track(
          server.app, [Self.event(id, "product_viewed", ["product_id": "a"])])
      }
      #expect(try await server.number("SELECT COUNT(*) FROM shop_sessions") == 2)
      let refused = try await server.app.patch("/v1/app", ["session_minutes": 0])
      #expect(refused.status == 400 || refused.status == 422)
    }
  }

  @Test("A rule pays once for an order, however often and under whatever ids it is told")
  func paysOnce() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        rules: [rule(["event": "purchase"], to: "referrer", ["per": "event"])])
      let ana = try await app.signUp("ana", campaign: campaign)
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      let before = try await ana.balance
      func tell(_ id: String, as key: TestApp.Key) async throws -> JSON? {
        let event: JSON = [
          "id": .string(id), "name": "purchase", "person": .string(ben.id),
          "properties": Self.bought,
        ]
        return try await Self.track(app, [event], as: key).first
      }
      var balances: [Int64] = []
      for (id, key) in [
        ("1", TestApp.Key.publishable), ("2", .secret), ("3", .publishable), ("4", .secret),
        ("1", .publishable),
      ] {
        _ = try await tell(id, as: key)
        balances.append(try await ana.balance - before)
      }
      #expect(Set(balances).count == 1 && balances[0] > 0, "\(balances)")
      #expect(try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'purchase'") == 1)
    }
  }

  @Test("An order that another has claimed pays its buyer, and the claim is taken back")
  func claimed() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        rules: [rule(["event": "purchase"], to: "recipient", ["per": "event"])])
      let ana = try await app.signUp("ana", campaign: campaign)
      let thief = try await app.signUp("thief", referrer: ana.code, campaign: campaign)
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      let start = try await (thief.balance, ben.balance)
      func tell(_ id: String, of person: TestPerson, as key: TestApp.Key) async throws {
        let event: JSON = [
          "id": .string(id), "name": "purchase", "person": .string(person.id),
          "properties": Self.bought,
        ]
        let receipts = try await Self.track(app, [event], as: key)
        #expect(receipts.first?["status"] == "accepted", "\(receipts)")
      }
      try await tell("order-1234-paid", of: thief, as: .publishable)
      #expect(try await thief.balance > start.0)
      try await tell("order-1234-paid", of: ben, as: .secret)
      #expect(try await thief.balance == start.0)
      #expect(try await ben.balance > start.1)
      let export = try await app.get(thief.path + "/export")
      #expect(export.list("shop_purchases").isEmpty, "\(export.text)")
    }
  }

  @Test("With an app's key nobody makes up visitors: of strangers only the event is stored")
  func strangers() async throws {
    try await TestServer.run { server in
      let view: JSON = ["product_id": "shoes"]
      let events = (0..<50).flatMap { number -> [JSON] in
        let name: JSON = ["name": "product_viewed", "properties": view]
        return [
          name.and(["id": .string("i\(number)"), "install_id": .string("made-up-\(number)")]),
          name.and(["id": .string("u\(number)"), "user_id": .string("made-up-\(number)")]),
        ]
      }
      let receipts = try await Self.track(server.app, events)
      #expect(receipts.map { $0["status"] } == Array(repeating: "accepted", count: 100))
      #expect(receipts.allSatisfy { $0["reason"]?.string?.contains("register") == true })
      #expect(try await server.number("SELECT COUNT(*) FROM shop_visitors") == 0)
      #expect(try await server.number("SELECT COUNT(*) FROM facts") == 100)
      // The app's own server knows of whom it tells.
      _ = try await Self.track(
        server.app, [Self.event("s", "product_viewed", view)], as: .secret)
      #expect(try await server.number("SELECT COUNT(*) FROM shop_visitors") == 1)
    }
  }
}
