import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

@testable import BeckonServer

extension TestServer {
  /// What a client on an install tells of a product, as dialects hand it on.
  @discardableResult
  func report(
    _ product: String, _ json: JSON, by install: String
  ) async throws -> ProductChange {
    let words = try ProductWords(Fields(json), id: product)
    let changes = try await inCatalog { products in
      try products.report(
        [ProductReport(words)], by: products.reporter(onInstall: install))
    }
    return try #require(changes.first)
  }

  /// Works on the products of the app.
  func inCatalog<Value: Sendable>(
    _ body: @escaping @Sendable (Products) throws -> Value
  ) async throws -> Value {
    let (ambient, id) = (ambient, app.id)
    return try await database.write { connection in
      let number = try #require(try Accounts(connection).number(of: id))
      let context = try #require(try Accounts.context(of: number, connection))
      return try body(
        Products(
          Scope(connection: connection, app: context, now: ambient.now(), ambient: ambient)))
    }
  }
}

/// With a key out of an app, nobody spoils the catalogue.
@Suite struct PoisoningTests {
  @Test("A thief changes nothing of what the server told, and two thieves neither")
  func told() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["origins": ["https://shop.example"]])
      _ = try await app.send("PUT", "/v1/products/a", ProductTests.shoe)
      let before = try await app.get("/v1/products/a").text
      for thief in ["t1", "t2", "t3"] {
        try await server.report(
          "a",
          [
            "title": "Scam", "price": "0.01", "old_price": "999", "stock": 0,
            "url": "https://evil.example/", "image": "https://evil.example/x.png",
            "hidden": true, "categories": ["Scam"],
          ], by: thief)
      }
      // What the server had not said is open, but not for pages elsewhere, or for what it cost.
      let after = try await app.get("/v1/products/a")
      for name in ["title", "price", "stock", "url", "categories"] {
        #expect(after.string("told.\(name).by") == "server")
      }
      #expect(after.value("image") == nil && after.value("hidden") == false)
      #expect(before == after.text)
      #expect(after.value("old_price") == nil)
      #expect(try await app.get("/v1/products/a/prices").list("prices").count == 1)
    }
  }

  @Test("A price that clients tell counts when two installs agree, and is marked")
  func agreement() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["currency": "EUR", "origins": ["https://shop.example"]])
      let view: JSON = ["title": "Shoe", "price": "19.90", "in_stock": false]
      try await server.report("a", view, by: "one")
      try await server.report("a", view, by: "one")
      var product = try await app.get("/v1/products/a")
      #expect(product.value("price") == nil && product.value("in_stock") == true)
      #expect(product.string("told.title.by") == "client")
      try await server.report("a", view, by: "two")
      product = try await app.get("/v1/products/a")
      #expect(product.string("price") == "19.90" && product.value("in_stock") == false)
      try await server.report("a", ["price": "9.90"], by: "one")
      try await server.report("a", ["price": "9.90"], by: "two")
      let now = server.clock.withLock { $0 }
      let drops = try await server.inCatalog {
        try $0.drops(since: now.adding(milliseconds: -1), limit: 10)
      }
      #expect(drops.map(\.before) == [1990] && drops.map(\.after) == [990])
      // Nobody is reminded of it.
      #expect(drops.map(\.by) == [.client])
      #expect(try await server.number("SELECT COUNT(*) FROM product_claims WHERE field > ''") == 0)
    }
  }

  @Test("One install makes up so many products, and no more")
  func flood() async throws {
    try await TestServer.run { server in
      let made = Int(ProductLimits.claimsOfReporter)
      _ = try await server.inCatalog { products in
        let reports = try (0..<made + 20).map { number in
          var words = try ProductWords(id: "p\(number)")
          words[.title] = .value(.text("T"))
          return ProductReport(words)
        }
        return try products.report(reports, by: products.reporter(onInstall: "flood"))
      }
      #expect(try await server.number("SELECT COUNT(*) FROM products") == Int64(made))
      try await server.report("honest", ["title": "H"], by: "other")
      #expect(try await server.app.get("/v1/products/honest").status == 200)
    }
  }

  @Test("Words about one field are bounded, the newest stay")
  func manyWords() async throws {
    try await TestServer.run { server in
      try await server.app.set(["currency": "EUR"])
      for number in 1...20 {
        try await server.report("a", ["title": "T", "price": .integer(number)], by: "i\(number)")
        server.clock.withLock { $0 = $0.adding(milliseconds: 1_000) }
      }
      #expect(
        try await server.number("SELECT COUNT(*) FROM product_claims WHERE field = 'price'")
          == Int64(ProductLimits.claimsOfField))
      try await server.report("a", ["price": 20], by: "another")
      #expect(try await server.app.get("/v1/products/a").string("price") == "20.00")
    }
  }

  @Test("A product that the server deleted is brought back by the server only")
  func tombstone() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.send("PUT", "/v1/products/a", ProductTests.shoe)
      _ = try await app.call("DELETE", "/v1/products/a")
      try await server.report("a", ["title": "Scam"], by: "one")
      try await server.report("a", ["title": "Scam"], by: "two")
      #expect(try await app.get("/v1/products/a").status == 404)
      #expect(try await app.send("PUT", "/v1/products/a", ["brand": "B"]).status == 201)
      #expect(try await app.get("/v1/products/a").value("title") == nil)
    }
  }

  @Test("Of an install that is erased no word waits")
  func erasure() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["currency": "EUR"])
      let phone = try await app.phone(at: "203.0.113.7").install()
      let ana = try await phone.signUp("ana")
      try await server.report("a", ["title": "T", "price": "1"], by: phone.installID)
      #expect(try await server.number("SELECT COUNT(*) FROM product_claims") == 2)
      #expect(try await app.call("DELETE", ana.path).status == 204)
      try await server.wait()
      #expect(try await server.number("SELECT COUNT(*) FROM product_claims") == 0)
    }
  }
}
