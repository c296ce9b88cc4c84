import BeckonModel

/// Which products of a shop are searched for, and in which order.
public struct SearchChoice: Sendable, Hashable {
  /// The language of the query and of titles, as in `en` or `pt-BR`.
  public var language: String?
  /// The currency of prices, as in `EUR`, for products that have one in it.
  public var currency: String?
  /// Brands of which one is enough.
  public var brands: [String] = []
  /// Paths of categories of which one is enough, such as `Men > Shoes`.
  public var categories: [String] = []
  /// Labels, colours and sizes of which one is enough.
  public var labels: [String] = []
  /// The least price as decimal text, in the shop's own currency.
  public var priceMin: String?
  /// The highest price.
  public var priceMax: String?
  /// The order; the best match first, unless told.
  public var sort: SearchOrder?
  /// Which page, from 1.
  public var page: Int?
  /// Products of a page, 1 to 100; what the shop has set, unless told.
  public var limit: Int?
  /// Whether products are found that cannot be bought; what the shop has set, unless told.
  public var showsOutOfStock: Bool?
  /// Whether brands, categories and labels of what was found are counted.
  public var countsFacets = false
  /// Whether the last word may be the beginning of one.
  public var isTyping = true

  /// All products, the best match first.
  public init() {}
}

/// The order of what a search finds.
public enum SearchOrder: String, Sendable, Hashable, CaseIterable {
  /// The best match first.
  case relevance
  /// The cheapest first.
  case priceAscending = "price_ascending"
  /// The dearest first.
  case priceDescending = "price_descending"
  /// The latest added first.
  case newest
  /// The most popular first.
  case popularity
}

/// What a search has found.
public struct FoundProducts: Sendable, Hashable {
  /// The products of the page, in order.
  public let products: [ShopProduct]
  /// How many were found in all.
  public let total: Int
  /// Words of the query that nothing has together with the others: it was searched without them.
  public let dropped: [String]
  /// Whether the query was longer than what is read.
  public let isCut: Bool
  /// What to show where nothing was found, in the shop's own words.
  public let notFoundText: String?
  /// Where the shop wants the query to lead, in place of products.
  public let redirect: String?
  /// What was searched for last, the latest first; only before a search.
  public let lastSearches: [String]
  /// How many products have each value, by `brand`, `category` and `label`, most first; empty where
  /// it was not asked for.
  public let facets: [String: [FacetCount]]
  /// Whether the server has just started and still reads products: later there may be more.
  public let isWarming: Bool

  /// How many of the products have a value.
  public struct FacetCount: Sendable, Hashable {
    /// The value.
    public let value: String
    /// How many have it.
    public let products: Int
  }

  init(_ fields: Fields) throws(FieldError) {
    var products: [ShopProduct] = []
    let items = try fields.elements("items", max: Limits.pageRows) ?? []
    for (place, item) in items.enumerated() {
      products.append(try ShopProduct(fields.inner(item, at: "items[\(place)]")))
    }
    self.products = products
    total = Int(clamping: try fields.integer("total", in: 0...Int64.max) ?? 0)
    dropped = (fields.value("dropped")?.elements ?? []).compactMap(\.string)
    lastSearches = (fields.value("last_searches")?.elements ?? []).compactMap(\.string)
    isCut = try fields.bool("cut") ?? false
    notFoundText = try fields.string("not_found_text", max: Limits.propertiesBytes)
    redirect = try fields.string("redirect", max: Limits.propertiesBytes)
    isWarming = try fields.bool("warming") ?? false
    var facets: [String: [FacetCount]] = [:]
    for name in ["brand", "category", "label"] {
      guard let counts = fields.value("facets")?[name]?.elements else { continue }
      facets[name] = counts.compactMap { count in
        guard let value = count["value"]?.string, let products = count["products"]?.integer
        else { return nil }
        return FacetCount(value: value, products: Int(clamping: products))
      }
    }
    self.facets = facets
  }
}
