import BeckonModel
import BeckonSDK
import BeckonTesting
import Testing

@Suite struct RecommendationTests {
  private let app = TestApp()

  @Test("What is recommended is asked for in the name of who uses the app, with their token")
  func asking() async throws {
    let client = try app.launch()
    _ = try await client.identify(userID: "ana")
    let told: JSON = [
      "items": [
        [
          "product": "boot", "score": 0.25, "reason": "followed", "title": "Boot",
          "price": "19.90", "currency": "EUR", "categories": ["Men > Shoes"], "in_stock": true,
        ],
        ["product": "sock", "score": 0, "reason": "something_new"],
      ], "warming": true,
    ]
    app.server.play(.status(200, body: told.bytes))
    let shelf = try await client.recommendations(
      on: ShopPage(product: "shoe 1", category: "Men > Shoes"), by: .forYou, limit: 6)
    #expect(shelf.isWarming && shelf.products.map(\.id) == ["boot", "sock"])
    #expect(shelf.products[0].score == 0.25 && shelf.products[0].price == "19.90")
    #expect(shelf.products[1].title == nil && shelf.products[1].reason == "something_new")
    let request = try #require(app.server.requests.last)
    let url = request.url
    #expect(url.contains("product=shoe%201&category=Men%20%3E%20Shoes&method=for_you&count=6"))
    #expect(url.contains("&person=per_"))
  }

  @Test("Without a token nobody's history is asked for; a limit out of range is refused")
  func anonymous() async throws {
    let client = try app.launch()
    app.server.decide { request in
      guard request.url.contains("/v1/recommendations") else { return .notSent }
      return .status(200, body: Array("{\"items\": []}".utf8))
    }
    #expect(try await client.recommendations().products.isEmpty)
    let url = try #require(app.server.requests.last).url
    #expect(url.hasSuffix("/v1/recommendations?count=20"), "\(url)")
    for limit in [0, 101] {
      await #expect(throws: BeckonError.self) { try await client.recommendations(limit: limit) }
    }
  }
}
