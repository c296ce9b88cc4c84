import BeckonModel
import Testing

/// What comes of a widget, told by the vendor's clients and by the app's server.
@Suite struct WidgetReportTests {
  private static let widget: JSON = WidgetTests.home.and(["code": "fcs_home"])

  private static func interaction(
    _ shop: SegmentifyShop, _ type: String, _ what: String
  ) async throws {
    let told = shop.event(
      "INTERACTION",
      ["type": .string(type), "instanceId": "fcs_home|product", "interactionId": .string(what)])
    #expect(try await shop.send(told).string("statusCode") == "SUCCESS")
  }

  private static func buy(
    _ shop: SegmentifyShop, _ order: String, _ total: String, key: String? = nil
  ) async throws {
    let told = shop.event(
      "CHECKOUT",
      [
        "step": "purchase", "orderNo": .string(order), "totalPrice": .string(total),
        "currency": "EUR", "productList": [["productId": "boot", "price": .string(total)]],
      ])
    let answer = try await shop.send(told, key: key)
    #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
  }

  private static func visitor(_ server: TestServer, _ id: String) -> SegmentifyShop {
    var shop = SegmentifyShop(server.app)
    shop.visitor = id
    return shop
  }

  private static func run(_ body: @Sendable (TestServer) async throws -> Void) async throws {
    try await TestServer.run { server in
      let app = server.app
      #expect(try await app.post("/v1/widgets", widget).status == 201)
      for (product, brand) in [("shoe", "Acme"), ("boot", "Other")] {
        let told: JSON = ["brand": .string(brand), "categories": ["Men > Shoes", "Sale"]]
        let path = "/v1/products/" + product
        #expect(try await app.send("PUT", path, told).status == 201)
      }
      try await body(server)
    }
  }

  private static func report(_ server: TestServer, by: String) async throws -> HTTPAnswer {
    try await server.wait(minutes: 1)
    return try await server.app.get("/v1/widgets/fcs_home/report?by=\(by)")
  }

  @Test("An order counts for the product that was clicked last, by all that it is of")
  func clicks() async throws {
    try await Self.run { server in
      let ana = Self.visitor(server, "1")
      try await Self.interaction(ana, "impression", "act_x")
      try await Self.interaction(ana, "widget-view", "act_x")
      try await Self.interaction(ana, "click", "boot")
      try await Self.interaction(ana, "click", "shoe")
      try await Self.buy(ana, "order-1", "19.90")
      try await Self.interaction(Self.visitor(server, "2"), "impression", "act_x")
      let days = try await Self.report(server, by: "day")
      let day = try #require(days.list("rows").first, "\(days.text)")
      let figures = ["impressions", "views", "clicks", "conversions"].map { day[$0]?.integer }
      #expect(figures == [2, 1, 2, 1])
      #expect(day["revenue"]?[0]?["decimal"] == "19.90")
      let arm = try #require(days.list("arms").first)
      #expect(arm["visitors"] == 2 && arm["buyers"] == 1)
      #expect(arm["buying"]?["value"]?.double == 0.5)
      #expect(arm["spending"]?[0]?["value"]?.double == 9.95)
      for (by, name, conversions) in [
        ("product", "shoe", 1), ("product", "boot", 0), ("brand", "Acme", 1),
        ("category", "Sale", 1), ("category", "Men > Shoes", 1),
      ] as [(String, String, Int64)] {
        let rows = try await Self.report(server, by: by).list("rows")
        let row = rows.first { $0[by]?.string == name }
        #expect(row?["conversions"]?.integer == conversions, "\(by): \(rows)")
      }
      let orders = try await Self.report(server, by: "order").list("rows")
      #expect(orders.map { $0["order"]?.string } == ["order-1"])
      #expect(orders.first?["product"] == "shoe")
    }
  }

  @Test("Whose an order is, and what it came to, the server says: then that counts")
  func serversWord() async throws {
    try await Self.run { server in
      let (thief, ana) = (Self.visitor(server, "9"), Self.visitor(server, "1"))
      for shop in [thief, ana] {
        try await Self.interaction(shop, "click", "shoe")
        try await Self.buy(shop, "order-1", "5")
      }
      // Of two who claim an order it counts for the first, until the server tells whose it is.
      #expect(
        try await Self.report(server, by: "day").integer("rows.0.conversions") == 1)
      try await Self.buy(ana, "order-1", "30", key: server.app.secret)
      let day = try await Self.report(server, by: "day")
      #expect(day.integer("rows.0.conversions") == 1, "\(day.text)")
      #expect(day.value("rows.0.revenue.0.decimal") == "30.00")
      #expect(day.integer("arms.0.buyers") == 1 && day.integer("arms.0.visitors") == 2)
      #expect(day.value("arms.0.spending.0.value")?.double == 15)
    }
  }

  @Test("A widget that trusts the server alone counts no order that only a client claims")
  func trust() async throws {
    try await Self.run { server in
      #expect(
        try await server.app.patch("/v1/widgets/fcs_home", ["trust": "server"]).status == 200)
      let ana = Self.visitor(server, "1")
      try await Self.interaction(ana, "click", "shoe")
      try await Self.buy(ana, "order-1", "500")
      let claimed = try await Self.report(server, by: "day")
      #expect(claimed.integer("rows.0.clicks") == 1)
      #expect(claimed.integer("rows.0.conversions") == 0, "\(claimed.text)")
      #expect(claimed.integer("arms.0.buyers") == 0)
      try await Self.buy(ana, "order-1", "30", key: server.app.secret)
      let told = try await Self.report(server, by: "day")
      #expect(told.integer("rows.0.conversions") == 1 && told.integer("arms.0.buyers") == 1)
      #expect(told.value("rows.0.revenue.0.decimal") == "30.00")
    }
  }

  @Test("A widget that nobody is shown is met by nobody, whatever a client says")
  func unseen() async throws {
    try await Self.run { server in
      let (ana, ben) = (Self.visitor(server, "1"), Self.visitor(server, "2"))
      try await Self.interaction(ana, "impression", "act_x")
      #expect(
        try await server.app.patch("/v1/widgets/fcs_home", ["state": "paused"]).status == 200)
      // Ana still has it on her screen, Ben has read the source.
      for shop in [ana, ben] { try await Self.interaction(shop, "click", "shoe") }
      let report = try await Self.report(server, by: "day")
      #expect(report.integer("arms.0.visitors") == 1, "\(report.text)")
      #expect(report.integer("rows.0.clicks") == 2)
    }
  }

  @Test("A click counts for seven days, one of another widget later takes the order away")
  func lastClick() async throws {
    try await Self.run { server in
      let other = WidgetTests.home.and(["code": "scn_2"])
      #expect(try await server.app.post("/v1/widgets", other).status == 201)
      let (ana, ben) = (Self.visitor(server, "1"), Self.visitor(server, "2"))
      for shop in [ana, ben] { try await Self.interaction(shop, "click", "shoe") }
      let click: JSON = ["type": "click", "instanceId": "scn_2", "interactionId": "boot"]
      try await server.wait(hours: 1)
      _ = try await ben.send(ben.event("INTERACTION", click))
      try await Self.buy(ben, "order-2", "10")
      try await server.wait(days: 7.1)
      try await Self.buy(ana, "order-1", "10")
      let report = try await Self.report(server, by: "order")
      #expect(report.list("rows").isEmpty, "\(report.text)")
      // Ben had met this one too, so the order is one of those that are compared.
      #expect(report.integer("arms.0.buyers") == 1)
      let second = try await server.app.get("/v1/widgets/scn_2/report")
      #expect(second.integer("arms.0.conversions") == 1)
    }
  }

  @Test("What a visitor did goes with them when a client changes their id, and counts once")
  func movedVisitor() async throws {
    try await Self.run { server in
      let (before, after) = (Self.visitor(server, "1"), Self.visitor(server, "2"))
      try await Self.interaction(before, "click", "boot")
      // The new id has met the widget too, before it is known whose it is.
      try await Self.interaction(after, "impression", "act_x")
      let change = after.event("USER_CHANGE", ["oldUserId": "1"])
      #expect(try await after.send(change).string("statusCode") == "SUCCESS")
      try await server.wait()
      try await Self.buy(after, "order-1", "10")
      let report = try await Self.report(server, by: "product")
      #expect(report.list("rows").map { $0["product"] } == ["boot"], "\(report.text)")
      #expect(report.integer("rows.0.conversions") == 1)
      #expect(report.integer("arms.0.buyers") == 1)
      let old = try await server.number("SELECT COUNT(*) FROM widget_visitors")
      #expect(old == 1)
    }
  }

  @Test("A banner's group is the widget of its name")
  func banners() async throws {
    try await Self.run { server in
      let ana = Self.visitor(server, "1")
      for type in ["impression", "click"] {
        let told = ana.event(
          "BANNER_OPERATIONS",
          ["type": .string(type), "group": "fcs_home", "title": "Spring", "order": 1])
        #expect(try await ana.send(told).string("statusCode") == "SUCCESS")
      }
      try await Self.buy(ana, "order-1", "10")
      let row = try #require(try await Self.report(server, by: "banner").list("rows").first)
      #expect(row["banner"] == "Spring" && row["impressions"] == 1)
      #expect(row["clicks"] == 1 && row["conversions"] == 1)
    }
  }

  @Test("Where titles are listed, a banner of any other title is one of the others")
  func listedBanners() async throws {
    try await Self.run { server in
      let listed: JSON = ["banners": ["Spring", "Spring"]]
      let changed = try await server.app.patch("/v1/widgets/fcs_home", listed)
      #expect(changed.list("banners") == ["Spring"], "\(changed.text)")
      let ana = Self.visitor(server, "1")
      for title in ["Made up 1", "Spring", "Made up 2"] {
        let told = ana.event(
          "BANNER_OPERATIONS",
          ["type": "click", "group": "fcs_home", "title": .string(title), "order": 1])
        #expect(try await ana.send(told).string("statusCode") == "SUCCESS")
      }
      let rows = try await Self.report(server, by: "banner").list("rows")
      let clicks = Dictionary(
        rows.map { ($0["banner"]?.string ?? "", $0["clicks"]?.integer) }
      ) { $1 }
      #expect(clicks == ["Spring": 1, "": 2], "\(rows)")
    }
  }

  @Test("A report is of 92 days at most, and of one's own widget")
  func bounds() async throws {
    try await Self.run { server in
      let path = "/v1/widgets/fcs_home/report"
      let early = try await server.app.get(path + "?from=2020-01-01")
      #expect(early.string("field") == "from")
      #expect(try await server.app.get(path + "?by=colour").string("field") == "by")
      #expect(try await server.otherApp().get(path).status == 404)
      let table = try await server.app.get(path, headers: [("Accept", "text/csv")])
      #expect(table.text.hasPrefix("day,impressions,views,clicks,conversions,revenue,others"))
    }
  }

  @Test("What an erased visitor did with widgets is gone, but not the sums; an export shows it")
  func erasure() async throws {
    try await Self.run { server in
      let ana = Self.visitor(server, "1")
      try await Self.interaction(ana, "click", "shoe")
      try await Self.buy(ana, "order-1", "10")
      let export = try await server.app.get("/v1/visitors/1")
      let kinds = export.list("widget_acts").map { $0["kind"]?.string }
      #expect(kinds == ["met", "click", "order", "conversion"], "\(export.text)")
      let before = try await Self.report(server, by: "day").list("rows")
      #expect(try await server.app.call("DELETE", "/v1/visitors/1").status == 204)
      for table: StaticString in [
        "SELECT COUNT(*) FROM widget_acts", "SELECT COUNT(*) FROM widget_visitors",
        "SELECT COUNT(*) FROM widget_orders",
      ] { #expect(try await server.number(table) == 0) }
      #expect(try await Self.report(server, by: "day").list("rows") == before)
    }
  }
}
