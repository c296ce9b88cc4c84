import BeckonContract
import BeckonModel
import Testing

/// Products, as an app and its server see them.
@Suite struct CatalogGoldenTests {
  private static let path = "/v1/products/shoe"

  @Test func products() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      try await Self.telling(golden)
      try await Self.reading(golden)
      for call in [CatalogRoute.update, .delete, .read, .prices] {
        let place = call.route.path("nothing")
        try await golden.ask(call, "an unknown product", at: place, .init(body: [:]))
      }
      try await golden.ask(CatalogRoute.delete, "a product", at: Self.path)
      try await golden.ask(CatalogRoute.delete, "once more", at: Self.path)
      try await golden.askWithoutKeys(CatalogRoute.allCases)
      try await Self.unmatched(golden)
    }
    try book.expect(CatalogRoute.routes)
  }

  private static func telling(_ golden: GoldenServer) async throws {
    for (title, body) in [
      (
        "a product",
        [
          "title": "Shoe", "url": "https://shop.example/shoe", "price": "19.90",
          "old_price": "29.90", "currency": "EUR", "categories": ["Men > Shoes"],
          "language": "en", "languages": ["tr": ["title": "Ayakkabı"]],
          "currencies": ["USD": ["price": "21.00"]], "stock": 3, "params": ["sole": "gum"],
          "published_at": "2026-05-01T00:00:00Z",
        ]
      ),
      ("a price below zero", ["price": "-1", "currency": "EUR"]),
      ("a price without a currency", ["price": "1"]), ("a URL that is none", ["url": "x"]),
      ("a name that nobody knows", ["pirce": "1"]), ("another id", ["product": "boot"]),
    ] as [(String, JSON)] {
      try await golden.ask(CatalogRoute.put, title, at: path, .init(body: body))
    }
    for (title, body) in [
      ("another price", ["price": "9.999"]), ("a word taken back", ["old_price": .null]),
      ("another currency alone", ["currency": "USD"]),
    ] as [(String, JSON)] {
      try await golden.ask(CatalogRoute.update, title, at: path, .init(body: body))
    }
    try await golden.ask(
      CatalogRoute.tell, "some",
      .init(body: ["products": [["product": "boot", "title": "Boot"], ["title": "x"], 7]]))
    try await golden.ask(CatalogRoute.tell, "none", .init(body: [:]))
    try await golden.ask(
      CatalogRoute.tellStock, "some",
      .init(body: ["stock": [["product": "shoe", "stock": 0], ["product": "x", "stock": 1]]]))
  }

  private static func unmatched(_ golden: GoldenServer) async throws {
    try await golden.ask(CatalogRoute.unmatched, "when all match")
    let phone: JSON = ["install_id": "phone-1", "platform": "ios"]
    #expect(try await golden.app.post("/v1/installs", phone, as: .publishable).status == 201)
    let view: JSON = [
      "id": "v1", "name": "product_viewed", "install_id": "phone-1",
      "properties": ["product_id": "SKU-shoe", "title": "Shoe"],
    ]
    let answer = try await golden.app.post("/v1/events", ["events": [view]], as: .publishable)
    #expect(answer.string("receipts.0.status") == "accepted", "\(answer.text)")
    try await golden.ask(CatalogRoute.unmatched, "when one does not")
  }

  private static func reading(_ golden: GoldenServer) async throws {
    try await golden.ask(CatalogRoute.read, "by the app's server", at: path)
    try await golden.ask(CatalogRoute.read, "by the app", at: path, .init(key: .publishable))
    try await golden.ask(CatalogRoute.prices, "all", at: path + "/prices")
    try await golden.ask(CatalogRoute.prices, "in a currency", at: path + "/prices?currency=usd")
    try await golden.ask(
      CatalogRoute.prices, "in a currency that is none", at: path + "/prices?currency=euro")
    try await golden.ask(CatalogRoute.list, "all", at: "/v1/products")
    try await golden.ask(
      CatalogRoute.list, "of a category", at: "/v1/products?category=Men&in_stock=true")
    try await golden.ask(
      CatalogRoute.list, "as CSV", at: "/v1/products",
      .init(headers: [("Accept", "text/csv")]))
  }
}
