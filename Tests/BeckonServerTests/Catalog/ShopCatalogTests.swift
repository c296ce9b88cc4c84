import BeckonModel
import Testing

@testable import BeckonServer

/// What is seen in a shop tells its catalogue, and the catalogue knows what a basket costs.
@Suite struct ShopCatalogTests {
  private static func register(_ phone: String, _ server: TestServer) async throws {
    let launch: JSON = ["install_id": .string(phone), "platform": "ios"]
    _ = try await server.app.post("/v1/installs", launch, as: .publishable)
  }

  @discardableResult
  private static func view(
    _ id: String, _ properties: JSON, _ server: TestServer, from address: String = "203.0.113.7",
    as key: TestApp.Key = .publishable
  ) async throws -> String? {
    let event: JSON = [
      "id": .string(id), "name": "product_viewed", "install_id": .string("phone-" + id),
      "properties": JSON.object([JSON.Member("product_id", "shoe")]).and(properties),
    ]
    try await register("phone-" + id, server)
    let answer = try await server.app.call(
      "POST", "/v1/events", body: JSON.object([JSON.Member("events", [event])]).bytes, as: key,
      headers: [("X-Forwarded-For", address)])
    #expect(answer.list("receipts").map { $0["status"] } == ["accepted"], "\(answer.text)")
    return answer.list("receipts").first?["reason"]?.string
  }

  @Test("A view fills gaps; a price counts when two networks agree, however many phones say so")
  func views() async throws {
    try await TestServer.run { server in
      try await server.app.set(["currency": "EUR", "origins": ["https://shop.example"]])
      let told: JSON = [
        "title": "Shoe", "price": "19.90", "categories": ["Men > Shoes"], "gender": "men",
        "url": "https://evil.example/", "images": ["s": "https://shop.example/s.png"],
      ]
      for phone in 1...3 { try await Self.view("\(phone)", told, server) }
      var shoe = try await server.app.get("/v1/products/shoe")
      #expect(shoe.string("title") == "Shoe" && shoe.string("told.title.by") == "client")
      #expect(shoe.string("image_s") == "https://shop.example/s.png", "\(shoe.text)")
      #expect(shoe.value("price") == nil && shoe.value("url") == nil, "\(shoe.text)")
      #expect(shoe.value("gender") == nil, "what is wrong harms no other: \(shoe.text)")
      try await Self.view("4", told, server, from: "198.51.100.9")
      shoe = try await server.app.get("/v1/products/shoe")
      #expect(shoe.string("price") == "19.90", "\(shoe.text)")
    }
  }

  @Test("A view that the app's server tells is its word, in the language and currency it names")
  func server() async throws {
    try await TestServer.run { server in
      let told: JSON = ["title": "Shoe", "price": "19.90", "currency": "EUR", "language": "en"]
      try await Self.view("1", ["title": "Scam"], server)
      try await Self.view("2", told, server, as: .secret)
      try await Self.view(
        "3", ["title": "Schuh", "price": "21.00", "currency": "USD", "language": "de"], server,
        as: .secret)
      let shoe = try await server.app.get("/v1/products/shoe")
      #expect(shoe.string("title") == "Shoe" && shoe.string("told.title.by") == "server")
      #expect(shoe.string("languages.de.title") == "Schuh", "\(shoe.text)")
      #expect(shoe.string("currencies.USD.price") == "21.00" && shoe.string("price") == "19.90")
    }
  }

  @Test("A view that shall change nothing changes nothing")
  func onlyView() async throws {
    try await TestServer.run { server in
      try await Self.view("1", ["title": "Shoe", "no_update": true], server)
      #expect(try await server.app.get("/v1/products/shoe").status == 404)
      let shop = SegmentifyShop(server.app)
      _ = try await shop.send(shop.productView.and(["noUpdate": true]))
      #expect(try await server.app.get("/v1/products/25799809929").status == 404)
      _ = try await shop.send(shop.productView)
      let shirt = try await server.app.get("/v1/products/25799809929")
      #expect(shirt.string("title") == "T-Shirt" && shirt.string("brand") == "Acme")
    }
  }

  @Test("What a client leaves out of basket and order is the catalogue's price and currency")
  func prices() async throws {
    try await TestServer.run { server in
      let made = try await server.app.send(
        "PUT", "/v1/products/shoe", ["title": "Shoe", "price": "19.90", "currency": "EUR"])
      #expect(made.status == 201, "\(made.text)")
      let shop = SegmentifyShop(server.app)
      let line: JSON = ["productId": "shoe", "quantity": "2"]
      _ = try await shop.send([
        shop.event("BASKET_OPERATIONS", JSON.object([JSON.Member("step", "add")]).and(line)),
        shop.event(
          "CHECKOUT",
          ["step": "purchase", "orderNo": "o1", "totalPrice": "35.00", "productList": [line]]),
      ])
      let bought: JSON = [
        "order_id": "o2", "products": [["product_id": "shoe", "quantity": 2]],
      ]
      let order: JSON = [
        "id": "2", "name": "purchase", "install_id": "phone", "properties": bought,
      ]
      try await Self.register("phone", server)
      _ = try await server.app.post("/v1/events", ["events": [order]], as: .publishable)
      let events = try await server.app.get("/v1/events?limit=20").list("events")
      let basket = events.first { $0["name"] == "basket_changed" }?["properties"]
      #expect(basket?["price"]?.text.contains("19.90") == true, "\(events)")
      #expect(basket?["currency"] == "EUR")
      let payments = try await server.app.get("/v1/payments").list("payments")
      #expect(Set(payments.map { $0["amount"] }) == [3_500, 3_980], "\(payments)")
      #expect(payments.allSatisfy { $0["currency"] == "EUR" }, "\(payments)")
    }
  }

  @Test("Who tells of a product learns what of it does not count, and why")
  func refusals() async throws {
    try await TestServer.run { server in
      #expect(
        try await Self.view("3", ["price": "20"], server, as: .secret)
          == "the catalogue does not take it: currency is missing, and the app has none of its own")
      try await server.app.set(["currency": "EUR", "origins": ["https://shop.example"]])
      let reason = try await Self.view(
        "1", ["title": "Shoe", "gender": "men", "url": "https://evil.example/"], server)
      #expect(
        reason == """
          the product's gender must be one of M, F, U; the product's url is on a host that is \
          none of the app's, which its link_domains, origins and allowed_targets name
          """)
      #expect(try await Self.view("2", ["price": "19.90"], server) == nil)
      _ = try await server.app.call("DELETE", "/v1/products/shoe", body: [], as: .secret)
      let deleted = try await Self.view("4", ["title": "Shoe"], server)
      #expect(deleted == "the app's server has deleted the product")
    }
  }

  @Test("A client's order names no more than twenty products that nobody has looked at")
  func newProducts() async throws {
    try await TestServer.run { server in
      func order(_ id: String, as key: TestApp.Key) async throws -> String? {
        let lines = (0..<21).map { number -> JSON in
          ["product_id": .string("\(id)-\(number)"), "quantity": 1, "price": 1]
        }
        let bought: JSON = [
          "order_id": .string(id), "products": .array(lines), "currency": "EUR",
        ]
        let event: JSON = [
          "id": .string(id), "name": "purchase", "install_id": "phone", "properties": bought,
        ]
        let answer = try await server.app.post("/v1/events", ["events": [event]], as: key)
        #expect(answer.list("receipts").map { $0["status"] } == ["accepted"], "\(answer.text)")
        return answer.list("receipts").first?["reason"]?.string
      }
      try await Self.register("phone", server)
      #expect(
        try await order("o1", as: .publishable)
          == "of more than 20 products that nobody has looked at, the rest counts for nothing")
      #expect(try await order("o2", as: .secret) == nil)
      let numbers = try await server.number("SELECT COUNT(*) FROM product_numbers")
      let actions = try await server.number("SELECT COUNT(*) FROM shop_actions")
      #expect(numbers == 41 && actions == 41)
    }
  }
}
