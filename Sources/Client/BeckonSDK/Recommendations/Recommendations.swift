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
  /// The code of the widget that was asked for.
  public let widget: String?
  /// What stands above the widget.
  public let title: String?
  /// Which variant of the widget's experiment they see: `main`, `hold_out`, or a variant's name;
  /// `nil` when the widget is shown to nobody now.
  public let arm: String?
  /// Whether whoever was asked for has met the widget: so its report counts them.
  let isMet: Bool

  init(_ fields: Fields, isKnown: Bool) throws(FieldError) {
    var products: [RecommendedProduct] = []
    let items = try fields.elements("items", max: Limits.pageRows) ?? []
    for (place, item) in items.enumerated() {
      products.append(try RecommendedProduct(fields.inner(item, at: "items[\(place)]")))
    }
    self.products = products
    isWarming = try fields.bool("warming") ?? false
    widget = try fields.string("widget", max: Limits.propertiesBytes)
    title = try fields.string("title", max: Limits.propertiesBytes)
    arm = try fields.string("arm", max: Limits.propertiesBytes)
    isMet = isKnown && arm != nil
  }
}

/// A product that is recommended. What the catalogue has of it is asked as of the product itself:
/// `recommended.title`.
@dynamicMemberLookup
public struct RecommendedProduct: Sendable, Hashable {
  /// The product.
  public let product: ShopProduct
  /// Why, as in `followed`, `popular`, `price_drop` or `static_item`; the API's description has
  /// all.
  public let reason: String
  /// How much speaks for it, beside others of the same reason.
  public let score: Double

  init(_ fields: Fields) throws(FieldError) {
    product = try ShopProduct(fields)
    reason = try fields.require(
      "reason", fields.string("reason", max: Limits.propertiesBytes))
    score = fields.value("score")?.double ?? 0
  }

  /// What the catalogue has of the product.
  public subscript<Value>(dynamicMember member: KeyPath<ShopProduct, Value>) -> Value {
    product[keyPath: member]
  }
}
