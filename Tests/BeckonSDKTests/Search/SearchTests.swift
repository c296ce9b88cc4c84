import BeckonModel
import BeckonSDK
import BeckonTesting
import Testing

@Suite struct SearchTests {
  private let app = TestApp()

  @Test("Products are searched for in the name of who uses the app, and read with all they say")
  func searching() async throws {
    let client = try app.launch()
    _ = try await client.identify(userID: "ana")
    let told: JSON = [
      "kind": "found", "total": 2, "page": 1, "dropped": ["blue"], "cut": true,
      "items": [
        ["product": "shoe", "title": "Shoe", "price": "19.90", "currency": "EUR"],
        ["product": "boot"],
      ],
      "facets": ["brand": [["value": "Acme", "products": 2]]],
      "redirect": "https://shop.example/shoes",
    ]
    app.server.play(.status(200, body: told.bytes))
    var choice = SearchChoice()
    (choice.brands, choice.sort, choice.countsFacets) = (["Acme", "B&B"], .newest, true)
    let found = try await client.search("red sheo", choice)
    #expect(found.products.map(\.id) == ["shoe", "boot"] && found.total == 2 && found.isCut)
    #expect(found.products[0].price == "19.90" && found.dropped == ["blue"])
    #expect(found.facets["brand"]?.first?.products == 2)
    #expect(found.redirect == "https://shop.example/shoes" && !found.isWarming)
    let url = try #require(app.server.requests.last).url
    #expect(url.contains("/v1/search?q=red%20sheo&sort=newest&facets=true&brand=Acme&brand=B%26B"))
    #expect(url.contains("&person=per_"))
  }

  @Test("A page that there cannot be is refused; a long text is cut before it is sent")
  func bounds() async throws {
    let client = try app.launch()
    app.server.decide { request in
      guard request.url.contains("/v1/search") else { return .notSent }
      return .status(200, body: Array("{\"kind\": \"before\", \"items\": [], \"total\": 0}".utf8))
    }
    var choice = SearchChoice()
    choice.page = 0
    await #expect(throws: BeckonError.self) { try await client.search("a", choice) }
    let found = try await client.search(String(repeating: "x", count: 10_000))
    #expect(found.products.isEmpty && found.lastSearches.isEmpty)
    #expect(try #require(app.server.requests.last).url.utf8.count < 2_000)
  }
}
