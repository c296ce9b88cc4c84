import BeckonModel

/// What both shops sell and show; their server tells of it.
enum ShoppingTerms {
  static let currency = "TRY"
  static let host = "https://shop.example"
  /// The widget of what the visitor saw last: what is in it is theirs alone.
  static let history = "fcs_history"
  /// The widget of what most people look at.
  static let popular = "fcs_popular"

  static let products = (1...6).map { "product-\($0)" }

  /// What a product costs.
  static func price(of product: String) -> String {
    "\(products.firstIndex { $0 == product }.map { ($0 + 1) * 10 } ?? 0).00"
  }

  /// What the shop's server tells of a product.
  static func words(_ product: String) -> JSON {
    [
      "product": .string(product), "title": .string("The " + product),
      "description": "As good as it looks.", "url": .string(host + "/" + product),
      "image": .string(host + "/" + product + ".jpg"), "brand": "Anatolia",
      "categories": ["Shop > All"], "price": .string(price(of: product)),
      "currency": .string(currency), "in_stock": true,
    ]
  }

  /// Fills the catalogue and makes the widgets.
  static func open(_ shop: FraudShop, _ server: FraudServer) throws {
    _ = try shop.ask(server, "PATCH", "/v1/app", ["origins": [.string(host)]])
    _ = try shop.ask(
      server, "POST", "/v1/products", ["products": .array(products.map(words))])
    for (code, method) in [(history, "last_visited"), (popular, "popular")] {
      let widget: JSON = [
        "code": .string(code), "name": .string(code), "page": ["kind": "home"],
        "methods": [["method": .string(method)]],
      ]
      _ = try shop.ask(server, "POST", "/v1/widgets", widget)
    }
  }
}
