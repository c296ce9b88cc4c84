import BeckonDatabase
import BeckonModel
import Testing

/// Products that clients alone have told of go when nobody has used them for long.
@Suite struct UnusedProductTests {
  private static func view(_ shop: SegmentifyShop, _ product: String) async throws {
    let told: JSON = ["productId": .string(product), "title": .string("The " + product)]
    let answer = try await shop.send(shop.event("PRODUCT_VIEW", told))
    #expect(answer.string("statusCode") == "SUCCESS", "\(answer.text)")
  }

  private static func numbers(_ server: TestServer) async throws -> [String] {
    try await server.database.read { connection in
      try connection.rows("SELECT product FROM product_numbers ORDER BY product", []) {
        $0.text(0)
      }
    }
  }

  @Test("What nobody uses goes as events do; what is used or the server told of stays")
  func story() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["retention_days": ["events": 60]])
      let shop = SegmentifyShop(app)
      for product in ["rare", "loved", "gone"] { try await Self.view(shop, product) }
      #expect(try await app.send("PUT", "/v1/products/own", ["title": "Own"]).status == 201)
      #expect(try await app.call("DELETE", "/v1/products/gone").status == 204)
      try await server.wait()
      #expect(try await Self.numbers(server) == ["gone", "loved", "own", "rare"])
      for _ in 0..<3 {
        try await server.wait(days: 31)
        try await Self.view(shop, "loved")
      }
      try await server.wait(days: 1)
      #expect(try await Self.numbers(server) == ["loved", "own"])
      #expect(try await app.get("/v1/products/rare").status == 404)
      let kept = try await app.get("/v1/products").list("products").map { $0["product"]?.string }
      #expect(Set(kept) == ["loved", "own"])
      #expect(try await server.number("SELECT COUNT(*) FROM product_claims") == 0)
      // A product that the server deleted does not come back by a client's word.
      try await Self.view(shop, "gone")
      #expect(try await app.get("/v1/products/gone").status == 404)
      try await Self.view(shop, "rare")
      #expect(try await app.get("/v1/products/rare").string("title") == "The rare")
    }
  }

  @Test("A number of which nobody knows when it was used is kept as if it were used now")
  func unknownUse() async throws {
    try await TestServer.run { server in
      try await Self.view(SegmentifyShop(server.app), "old")
      try await server.database.write { connection in
        try connection.send("UPDATE product_numbers SET used_at = 0", [])
      }
      try await server.wait()
      #expect(try await Self.numbers(server) == ["old"])
      #expect(try await server.number("SELECT MIN(used_at) FROM product_numbers") > 0)
    }
  }
}
