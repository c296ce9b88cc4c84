import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

/// Ids that an app names in its events and of which its server has never told.
@Suite struct UnmatchedProductTests {
  private static func event(_ name: String, _ properties: JSON) -> JSON {
    [
      "id": .string("\(UInt64.random(in: .min ... .max))"), "name": .string(name),
      "install_id": "phone-1", "properties": properties,
    ]
  }

  /// A visit in which a basket and an order name the product too.
  private static func buy(_ product: String, _ app: TestApp) async throws {
    let id = JSON.string(product)
    let events = [
      event("product_viewed", ["product_id": id, "title": .string("The " + product)]),
      event("basket_changed", ["step": "add", "product_id": id]),
      event("purchase", ["total": "9.90", "products": [["product_id": id]]]),
    ]
    let answer = try await app.post("/v1/events", ["events": .array(events)], as: .publishable)
    #expect(answer.list("receipts").allSatisfy { $0["status"] == "accepted" }, "\(answer.text)")
  }

  /// A server with two phones on which the app has been opened.
  private static func run(
    _ body: @Sendable (TestServer, TestApp, TestShop) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      for phone in ["phone-1", "a"] { try await TestShop(server).open(on: phone) }
      try await body(server, server.app, TestShop(server))
    }
  }

  private static func report(_ app: TestApp) async throws -> HTTPAnswer {
    let answer = try await app.get("/v1/unmatched-products")
    #expect(answer.status == 200, "\(answer.text)")
    return answer
  }

  private static func ids(_ app: TestApp) async throws -> [String?] {
    try await report(app).list("products").map { $0["product"]?.string }
  }

  @Test("The app writes ids otherwise than the server: it is told until the catalogue has them")
  func story() async throws {
    try await Self.run { server, app, shop in
      try await shop.tell("SKU-123", ["title": "Shoe"])
      try await shop.visit("a", ["SKU-123", "123"], as: .publishable)
      try await server.wait(minutes: 1)
      let before = server.time()
      try await Self.buy("123", app)
      let report = try await Self.report(app)
      #expect(report.value("has_catalogue") == true && report.value("cut") == false)
      #expect(report.value("actions") == 5 && report.value("unmatched_actions") == 4)
      let product = try #require(report.list("products").first)
      #expect(product["product"] == "123" && product["title"] == "The 123")
      #expect(product["count"] == 4)
      #expect(product["kinds"] == ["view": 2, "basket_add": 1, "purchase": 1])
      #expect(product["last_at"] == before && product["first_at"] != before)
      #expect(report.list("products").count == 1)
      // A feed tells of it: from then on it matches.
      try await server.importing("id,title\n123,Shoe\n", as: "products")
      #expect(try await Self.ids(app) == [])
    }
  }

  @Test("What a vendor's client names is told too, with what it calls the product")
  func vendorClient() async throws {
    try await Self.run { server, app, shop in
      try await shop.tell("SKU-25799809929", ["title": "T-Shirt"])
      let visitor = SegmentifyShop(app)
      let answer = try await visitor.send(visitor.productView)
      #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
      let products = try await Self.report(app).list("products")
      #expect(products.map { $0["product"] } == ["25799809929"])
      #expect(products.first?["title"] == "T-Shirt" && products.first?["kinds"] == ["view": 1])
    }
  }

  @Test("That no id at all matches is told too, of a feed as of what the server tells")
  func nothingMatches() async throws {
    try await Self.run { server, app, shop in
      try await Self.buy("123", app)
      let none = try await Self.report(app)
      #expect(none.value("has_catalogue") == false && none.list("products").isEmpty)
      #expect(none.value("actions") == 3 && none.value("unmatched_actions") == 0)
      try await shop.tell("SKU-123", ["title": "Shoe"])
      #expect(try await Self.ids(app) == ["123"])
      #expect(try await app.call("DELETE", "/v1/products/SKU-123").status == 204)
      #expect(try await Self.report(app).value("has_catalogue") == false)
      try await server.importing("id,title\nSKU-123,Shoe\n", as: "products")
      #expect(try await Self.ids(app) == ["123"])
    }
  }

  @Test("What is hidden, deleted or gone from its feed is no stranger; what an app calls server is")
  func edges() async throws {
    try await Self.run { server, app, shop in
      let labelled: JSON = ["product_id": "x", "labels": ["a", "server", "b"]]
      _ = try await app.post(
        "/v1/events", ["events": [Self.event("product_viewed", labelled)]], as: .publishable)
      #expect(try await Self.report(app).value("has_catalogue") == false)
      try await server.importing("id,title\nold,Old\nnew,New\n", as: "products")
      try await server.importing("id,title\nnew,New\n", as: "products", isReplacing: true)
      try await shop.tell("hidden", ["title": "H", "hidden": true])
      try await shop.tell("gone", ["title": "G"])
      #expect(try await app.call("DELETE", "/v1/products/gone").status == 204)
      try await shop.visit("a", ["old", "hidden", "gone", "new"], as: .publishable)
      #expect(try await Self.ids(app) == ["x"])
    }
  }

  @Test("The latest of seven days are looked at, and of made-up ids the most named are told")
  func bounds() async throws {
    try await Self.run { server, app, shop in
      try await shop.tell("SKU-1", ["title": "Shoe"])
      try await shop.visit("a", ["early"])
      try await server.wait(days: 8)
      #expect(try await Self.report(app).value("actions") == 0)
      let madeUp = (0...UnmatchedProductLimits.told).map { "made-up-\($0)" }
      try await shop.visit("b", ["1"] + madeUp + ["1"])
      let report = try await Self.report(app)
      #expect(report.list("products").count == UnmatchedProductLimits.told)
      #expect(report.string("products.0.product") == "1" && report.value("cut") == true)
      #expect(report.value("unmatched_actions") == .integer(madeUp.count + 2))
      try await server.wait(minutes: 1)
      try await shop.visit("c", ["last"])
      let id = app.id
      let last = try await server.database.read { connection in
        let number = try #require(try Accounts(connection).number(of: id))
        let context = try #require(try Accounts.context(of: number, connection))
        let scope = Scope(
          connection: connection, app: context, now: server.ambient.now(), ambient: server.ambient)
        return try UnmatchedProducts(scope).report(actionsMax: 1)
      }
      #expect(last.actions == 1 && last.entries.map(\.found.id) == ["last"])
      #expect(last.since == last.entries.first?.named.firstAt)
    }
  }
}
