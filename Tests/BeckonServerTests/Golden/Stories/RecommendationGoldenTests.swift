import BeckonContract
import BeckonModel
import Testing

/// What is recommended, as an app and its server see it.
@Suite struct RecommendationGoldenTests {
  @Test func recommendations() async throws {
    let book = GoldenBook()
    try await book.run { golden in
      let shop = TestShop(golden.server)
      let path = "/v1/recommendations"
      try await golden.ask(RecommendationRoute.list, "before anything is read", at: path)
      try await shop.tell(
        "boot",
        [
          "title": "Boot", "url": "https://shop.example/boot", "brand": "Walker",
          "image": "https://shop.example/boot.jpg", "price": "19.90", "old_price": "29.90",
          "currency": "EUR", "categories": ["Men > Shoes"],
        ])
      for product in ["shoe", "sock"] { try await shop.tell(product, ["in_stock": true]) }
      for visitor in ["a", "b", "c"] { try await shop.visit(visitor, ["shoe", "boot"]) }
      try await shop.visit("d", ["sock"])
      try await golden.server.wait()
      for (title, query) in [
        ("to nobody", ""), ("to a visitor", "install_id=d"), ("on a page", "product=shoe"),
        ("by one method", "product=shoe&method=also_viewed"),
        ("by a method that is none", "method=also_bought"), ("too many", "count=101"),
      ] {
        try await golden.ask(RecommendationRoute.list, title, at: path + "?" + query)
      }
      try await golden.ask(
        RecommendationRoute.list, "by a vendor's id with the app's key", at: path + "?visitor=v1",
        .init(key: .publishable))
      try await golden.askWithoutKeys(RecommendationRoute.allCases)
    }
    try book.expect(RecommendationRoute.routes)
  }
}
