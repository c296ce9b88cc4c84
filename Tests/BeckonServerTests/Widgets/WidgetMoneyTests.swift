import BeckonBasics
import BeckonModel
import Testing

/// What widgets brought, when it is given back, and whose word it rests on.
@Suite struct WidgetMoneyTests {
  private static func run(
    _ body: @Sendable (TestServer, SegmentifyShop) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      let widget = WidgetTests.home.and(["code": "fcs_home"])
      #expect(try await server.app.post("/v1/widgets", widget).status == 201)
      try await body(server, SegmentifyShop(server.app))
    }
  }

  private static func click(_ shop: SegmentifyShop) async throws {
    let told: JSON = ["type": "click", "instanceId": "fcs_home", "interactionId": "shoe"]
    _ = try await shop.send(shop.event("INTERACTION", told))
  }

  private static func buy(
    _ shop: SegmentifyShop, _ total: String, key: String? = nil, at: Instant? = nil
  ) async throws {
    let told: JSON = [
      "step": "purchase", "orderNo": "order-1", "totalPrice": .string(total), "currency": "EUR",
      "productList": [["productId": "shoe", "price": .string(total)]],
      "timestamp": at.map { .integer($0.milliseconds) } ?? .null,
    ]
    let answer = try await shop.send(shop.event("CHECKOUT", told), key: key)
    #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
  }

  private static func refund(_ server: TestServer, _ id: String, _ amount: String) async throws {
    let told: JSON = ["id": .string(id), "amount": .string(amount), "currency": "EUR"]
    let answer = try await server.app.post("/v1/payments/order-1/refunds", told)
    #expect(answer.status < 300, "\(answer.text)")
  }

  private static func report(_ server: TestServer, by: String = "day") async throws -> HTTPAnswer {
    try await server.wait(minutes: 1)
    return try await server.app.get("/v1/widgets/fcs_home/report?by=\(by)")
  }

  /// The revenue of each day, in the order of days.
  private static func revenue(_ report: HTTPAnswer) -> [String?] {
    report.list("rows").map { $0["revenue"]?[0]?["decimal"]?.string }
  }

  @Test("A refund is less revenue on its day, and its buyer has paid less; the order stays one")
  func refunds() async throws {
    try await Self.run { server, shop in
      try await Self.click(shop)
      try await Self.buy(shop, "30", key: server.app.secret)
      try await server.wait(days: 10)
      try await Self.refund(server, "r1", "10")
      try await Self.refund(server, "r1", "10")
      let report = try await Self.report(server)
      #expect(Self.revenue(report) == ["30.00", "-10.00"], "\(report.text)")
      #expect(report.list("rows").map { $0["conversions"] } == [1, 0])
      let arm = report.list("arms").first
      #expect(arm?["buyers"] == 1 && arm?["revenue"]?[0]?["decimal"] == "20.00")
      // One visitor's mean has no bounds, so another one comes.
      var ben = shop
      ben.visitor = "2"
      try await Self.click(ben)
      try await Self.refund(server, "r2", "20")
      let all = try await Self.report(server)
      #expect(all.value("arms.0.spending.0.value")?.double == 0, "\(all.text)")
      let orders = try await Self.report(server, by: "order").list("rows")
      #expect(orders.first?["revenue"]?[0]?["decimal"] == "0.00")
    }
  }

  @Test("A refund that is told before its order counts when that comes, and once it is confirmed")
  func earlyRefund() async throws {
    try await Self.run { server, shop in
      try await Self.refund(server, "r1", "10")
      try await Self.click(shop)
      try await Self.buy(shop, "40")
      #expect(try await Self.revenue(Self.report(server)) == ["30.00"])
      try await Self.buy(shop, "25", key: server.app.secret)
      let report = try await Self.report(server)
      #expect(Self.revenue(report) == ["15.00"], "\(report.text)")
      #expect(report.integer("rows.0.conversions") == 1 && report.integer("arms.0.buyers") == 1)
    }
  }

  @Test("A report tells apart what only clients claim, until the server tells the same")
  func claims() async throws {
    try await Self.run { server, shop in
      try await Self.click(shop)
      try await Self.buy(shop, "500")
      let claimed = try await Self.report(server)
      #expect(claimed.value("rows.0.revenue.0.claimed_decimal") == "500.00", "\(claimed.text)")
      #expect(try await Self.report(server, by: "order").string("rows.0.trust") == "client")
      try await Self.buy(shop, "30", key: server.app.secret)
      let told = try await Self.report(server)
      #expect(told.value("rows.0.revenue.0.decimal") == "30.00")
      #expect(told.value("rows.0.revenue.0.claimed_amount") == 0, "\(told.text)")
      #expect(try await Self.report(server, by: "order").string("rows.0.trust") == "server")
    }
  }

  @Test("What a client tells more than three days late changes no day that is long reported")
  func late() async throws {
    try await Self.run { server, shop in
      func told(daysAgo: Int64) -> JSON {
        let at = server.clock.withLock { $0 }.adding(milliseconds: -daysAgo * Span.dayMilliseconds)
        return shop.event(
          "INTERACTION",
          [
            "type": "click", "instanceId": "fcs_home", "interactionId": "shoe",
            "timestamp": .integer(at.milliseconds),
          ])
      }
      for days in [2, 5] as [Int64] {
        let answer = try await shop.send(told(daysAgo: days))
        #expect(answer.text.has(text: "3 days late") == (days == 5), "\(answer.text)")
      }
      let ago = server.clock.withLock { $0 }.adding(milliseconds: -4 * Span.dayMilliseconds)
      try await Self.buy(shop, "10", at: ago)
      let report = try await Self.report(server)
      #expect(report.list("rows").count == 1 && report.integer("rows.0.clicks") == 1)
      #expect(report.integer("rows.0.conversions") == 0, "\(report.text)")
      // The server is believed, also of what was long ago.
      _ = try await shop.send(told(daysAgo: 5), key: server.app.secret)
      #expect(try await Self.report(server).list("rows").count == 2)
    }
  }

  @Test("One call cannot use up a day's names of banners")
  func banners() async throws {
    try await Self.run { server, shop in
      let events = (0..<60).map { number in
        shop.event(
          "BANNER_OPERATIONS",
          ["type": "click", "group": "fcs_home", "title": .string("Made up \(number)")])
      }
      #expect(try await shop.send(.array(events)).string("statusCode") == "SUCCESS")
      let rows = try await Self.report(server, by: "banner").list("rows")
      #expect(rows.count == 21, "twenty, and all others: \(rows)")
      #expect(rows.first { $0["banner"] == .null }?["clicks"] == 40, "\(rows)")
    }
  }

  @Test("With an app's key, what was done with a widget on an install needs the install's token")
  func token() async throws {
    try await Self.run { server, _ in
      let app = server.app
      let phone = try await app.phone(at: "203.0.113.7").install()
      let properties: JSON = ["kind": "click", "instance": "fcs_home", "interaction": "shoe"]
      func tell(_ id: String, _ token: String?) async throws -> String? {
        let event: JSON = [
          "id": .string(id), "name": "recommendation_interaction",
          "install_id": .string(phone.installID), "properties": properties,
        ]
        let answer = try await app.post(
          "/v1/events", ["events": [event]], as: .publishable, token: token)
        #expect(answer.string("receipts.0.status") == "accepted", "\(answer.text)")
        return answer.string("receipts.0.reason")
      }
      #expect(try await tell("1", nil)?.has(text: "send the token") == true)
      let stranger = try await app.phone(at: "203.0.113.8").install()
      #expect(try await tell("2", stranger.token) != nil)
      #expect(try await tell("3", phone.token) == nil)
      let report = try await Self.report(server)
      #expect(report.integer("rows.0.clicks") == 1, "\(report.text)")
    }
  }
}
