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

  @Test("A widget that is asked for is met; what came into sight or was chosen of it is told")
  func widget() async throws {
    let client = try app.launch()
    _ = try await client.identify(userID: "ana")
    let told: JSON = [
      "items": [["product": "boot", "reason": "static_item"]], "widget": "offers",
      "title": "Offers", "arm": "new",
    ]
    app.server.play(.status(200, body: told.bytes))
    let shelf = try await client.recommendations(
      widget: "offers", on: ShopPage(product: "shoe"))
    #expect(shelf.title == "Offers" && shelf.arm == "new")
    let url = try #require(app.server.requests.last).url
    #expect(url.contains("?product=shoe&widget=offers&person=per_"), "\(url)")
    client.saw(shelf)
    client.chose(shelf.products[0], of: shelf)
    #expect(try await interactions(client) == ["impression", "widget_view", "click boot"])
  }

  @Test("A widget that is shown to nobody, or to somebody unknown, is met by nobody")
  func unmet() async throws {
    let client = try app.launch()
    let told: JSON = ["items": [], "widget": "offers", "title": "Offers", "arm": "main"]
    app.server.decide { request in
      guard request.url.contains("/v1/recommendations") else { return .notSent }
      return .status(200, body: told.bytes)
    }
    #expect(try await client.recommendations(widget: "offers").products.isEmpty)
    app.server.decide { _ in .usual }
    _ = try await client.identify(userID: "ana")
    let paused: JSON = ["items": [], "widget": "offers", "title": "Offers"]
    app.server.play(.status(200, body: paused.bytes))
    #expect(try await client.recommendations(widget: "offers").arm == nil)
    #expect(try await interactions(client) == [])
  }

  /// What the client has told of widgets.
  private func interactions(_ client: BeckonClient) async throws -> [String] {
    await client.flush()
    let told = app.server.events.filter { $0["name"] == "recommendation_interaction" }
    return told.map { event in
      let words = ["kind", "interaction"].compactMap { event["properties"]?[$0]?.string }
      #expect(event["properties"]?["instance"] == "offers")
      return words.joined(separator: " ")
    }
  }
}
