import BeckonModel

/// What of a shop somebody looks at while products are recommended to them.
public struct ShopPage: Sendable, Hashable {
  /// The shop's own id of the product that is shown; it is not recommended.
  public var product: String?
  /// The path of the category that is shown, such as `Men > Shoes`: nothing else is recommended.
  public var category: String?
  /// The language of titles, as in `en` or `pt-BR`.
  public var language: String?
  /// The currency of prices, as in `EUR`, for products that have one in it.
  public var currency: String?
  /// Whether products are shown that cannot be bought.
  public var showsOutOfStock = false

  /// A page; the shop's home page, if nothing is said of it.
  public init(product: String? = nil, category: String? = nil) {
    (self.product, self.category) = (product, category)
  }
}

/// A way to choose products.
public enum RecommendationMethod: String, Sendable, Hashable, CaseIterable {
  /// What comes next in the visitor's session.
  case forYou = "for_you"
  /// What those saw who saw the page's product.
  case alsoViewed = "also_viewed"
  /// What was bought together with the page's product, or with what is in the basket.
  case boughtTogether = "bought_together"
  /// Products of the same kind as the page's.
  case similar
  /// What is seen more than before.
  case trending
  /// What most see.
  case popular
  /// What most buy.
  case bestSellers = "best_sellers"
  /// What is new in the catalogue.
  case newArrivals = "new_arrivals"
  /// What the visitor saw before.
  case lastVisited = "last_visited"
  /// What costs less than before.
  case priceDrops = "price_drops"
}

/// Products that a shop recommends.
public struct Recommendations: Sendable, Hashable {
  /// The products, the best first.
  public let products: [RecommendedProduct]
  /// Whether the server has just started and still reads what it knows: later there may be more.
  public let isWarming: Bool

  init(_ fields: Fields) throws(FieldError) {
    var products: [RecommendedProduct] = []
    let items = try fields.elements("items", max: Limits.pageRows) ?? []
    for (place, item) in items.enumerated() {
      products.append(try RecommendedProduct(fields.inner(item, at: "items[\(place)]")))
    }
    self.products = products
    isWarming = try fields.bool("warming") ?? false
  }
}

/// A product that is recommended, as the shop's catalogue has it.
public struct RecommendedProduct: Sendable, Hashable {
  /// The shop's own id.
  public let id: String
  /// Why, as in `followed`, `popular` or `price_drop`; the API's description has all.
  public let reason: String
  /// How much speaks for it, beside others of the same reason.
  public let score: Double
  /// Its title; this and what follows is `nil` where the catalogue does not say it.
  public let title: String?
  /// Its page.
  public let url: String?
  /// Its image.
  public let image: String?
  /// Its brand.
  public let brand: String?
  /// Paths of its categories.
  public let categories: [String]
  /// Its price as decimal text, in `currency`.
  public let price: String?
  /// What it cost before.
  public let oldPrice: String?
  /// ISO 4217.
  public let currency: String?
  /// Whether it can be bought.
  public let isInStock: Bool?

  init(_ fields: Fields) throws(FieldError) {
    func text(_ name: String) throws(FieldError) -> String? {
      try fields.string(name, max: Limits.propertiesBytes)
    }
    id = try fields.require("product", text("product"))
    reason = try fields.require("reason", text("reason"))
    score = fields.value("score")?.double ?? 0
    (title, url, image, brand) = (
      try text("title"), try text("url"), try text("image"), try text("brand")
    )
    categories = (fields.value("categories")?.elements ?? []).compactMap(\.string)
    (price, oldPrice, currency) = (
      try text("price"), try text("old_price"), try text("currency")
    )
    isInStock = try fields.bool("in_stock")
  }
}
