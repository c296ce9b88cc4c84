import BeckonContract
import BeckonEngine
import BeckonModel
import Testing

/// Products, told by the app's server.
@Suite struct ProductTests {
  static let shoe: JSON = [
    "title": "Shoe", "price": "19.90", "currency": "EUR", "categories": ["Men > Shoes"],
    "brand": "Acme", "url": "https://shop.example/shoe", "stock": 3,
  ]

  @Test("A product is told, changed, read, and deleted")
  func life() async throws {
    try await TestServer.run { server in
      let app = server.app
      let path = CatalogRoute.read.route.path("shoes/1 ü")
      #expect(try await app.patch(path, ["title": "x"]).status == 404)
      let made = try await app.send("PUT", path, Self.shoe)
      #expect(made.status == 201, "\(made.text)")
      #expect(made.string("product") == "shoes/1 ü")
      #expect(made.string("told.title.by") == "server")
      #expect(try await app.send("PUT", path, Self.shoe).status == 200)
      try await server.wait(minutes: 1)
      let cheaper = try await app.patch(path, ["price": "9.90", "hidden": true])
      #expect(cheaper.string("price") == "9.90" && cheaper.string("title") == "Shoe")
      #expect(try await app.get(path, as: .publishable).status == 404)
      _ = try await app.patch(path, ["hidden": .null])
      let seen = try await app.get(path, as: .publishable)
      #expect(seen.status == 200 && seen.value("told") == nil)
      #expect(seen.value("hidden") == nil)
      let prices = try await app.get(path + "/prices", as: .publishable).list("prices")
      #expect(prices.map { $0["after"] } == ["9.90", "19.90"])
      #expect(prices.map { $0["before"] } == ["19.90", nil])
      #expect(try await app.call("DELETE", path).status == 204)
      for answer in [
        try await app.get(path), try await app.call("DELETE", path),
        try await app.get(path + "/prices"), try await app.patch(path, ["title": "x"]),
      ] { #expect(answer.code == "not_found") }
    }
  }

  @Test("Of many, a bad one harms no other, and each has a receipt")
  func bulk() async throws {
    try await TestServer.run { server in
      let app = server.app
      let title = JSON.string(String(repeating: "x", count: 1_000_000))
      let answer = try await app.post(
        "/v1/products",
        [
          "products": [
            ["product": "a", "title": "A"], ["title": "no id"], 7,
            ["product": "b", "title": title], ["product": "c", "price": "-1", "currency": "EUR"],
            ["product": "a", "title": "A"], ["product": "a", "title": "Again"],
            ["product": "d", "pirce": "1"], ["product": "e", "price": "1"],
            ["product": "f", "price": "1.005", "currency": "EUR"],
          ]
        ])
      let receipts = answer.list("receipts")
      #expect(
        receipts.map { $0["status"]?.string } == [
          "created", "rejected", "rejected", "rejected", "rejected", "unchanged", "changed",
          "rejected", "rejected", "created",
        ])
      #expect(receipts[7]["reason"]?.string?.contains("'price'") == true)
      #expect(receipts[8]["reason"]?.string?.contains("currency") == true)
      #expect(receipts[9]["reason"] == "rounded to the currency's decimals: price")
      #expect(try await app.get("/v1/products/a").string("title") == "Again")
      #expect(try await app.get("/v1/products/b").status == 404)
      let many = JSON.array(Array(repeating: ["product": "x"], count: 1_001))
      #expect(try await app.post("/v1/products", ["products": many]).string("field") == "products")
    }
  }

  @Test("Stock is told of products that are there")
  func stock() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.send("PUT", "/v1/products/a", Self.shoe)
      let answer = try await app.post(
        "/v1/products/stock",
        [
          "stock": [
            ["product": "a", "stock": 0], ["product": "b", "stock": 1], ["product": "a"],
            ["product": "a", "stock": 1, "price": "1"],
          ]
        ])
      #expect(
        answer.list("receipts").map { $0["status"]?.string } == [
          "changed", "rejected", "rejected", "rejected",
        ])
      #expect(try await app.get("/v1/products/a").value("in_stock") == false)
    }
  }

  @Test("Lists are filtered, go on behind a cursor, and come as CSV")
  func lists() async throws {
    try await TestServer.run { server in
      let app = server.app
      for number in 1...5 {
        let product: JSON = [
          "title": "T", "brand": number < 4 ? "Acme" : "Other",
          "categories": [number < 3 ? "Men > Shoes" : "Women > Shoes"],
          "in_stock": .bool(number != 1), "hidden": .bool(number == 5),
        ]
        _ = try await app.send("PUT", "/v1/products/p\(number)", product)
        try await server.wait(minutes: 1)
      }
      func found(_ query: String) async throws -> [String?] {
        try await app.get("/v1/products?\(query)").list("products").map { $0["product"]?.string }
      }
      #expect(try await found("") == ["p5", "p4", "p3", "p2", "p1"])
      #expect(try await found("category=Men") == ["p2", "p1"])
      #expect(try await found("category=Women%20%3E%20Shoes&brand=Acme") == ["p3"])
      #expect(try await found("category=Shoes") == [])
      #expect(try await found("in_stock=false") == ["p1"])
      #expect(try await found("hidden=true") == ["p5"])
      #expect(try await found("from=2026-06-01T09:03:30Z") == ["p5"])
      let first = try await app.get("/v1/products?limit=2&hidden=false")
      let cursor = try #require(first.string("next"))
      #expect(try await found("limit=2&hidden=false&cursor=\(cursor)") == ["p2", "p1"])
      #expect(try await app.get("/v1/products?hidden=1").string("field") == "hidden")
      let csv = try await app.get("/v1/products", headers: [("Accept", "text/csv")])
      #expect(csv.text.split(separator: "\r\n").count == 6, "\(csv.text)")
      #expect(try await app.get("/v1/products", as: .publishable).code == "secret_key_required")
    }
  }

  @Test("Two apps have a product of one id each")
  func tenants() async throws {
    try await TestServer.run { server in
      let other = try await server.otherApp()
      _ = try await server.app.send("PUT", "/v1/products/a", Self.shoe)
      #expect(try await other.get("/v1/products/a").status == 404)
      #expect(try await other.send("PUT", "/v1/products/a", ["title": "B"]).status == 201)
      #expect(try await other.call("DELETE", "/v1/products/a").status == 204)
      #expect(try await server.app.get("/v1/products/a").string("title") == "Shoe")
    }
  }
}
