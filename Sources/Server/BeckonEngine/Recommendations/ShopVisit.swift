import BeckonModel

/// For whom and where products are recommended.
public struct ShopVisit: Sendable {
  /// What the visitor did last; empty for somebody of whom nothing is known.
  public var trail = Trail()
  /// The number of the page's product, which is not recommended.
  public var product: Int64?
  /// The digest of the page's category (`ItemTraits.category`): nothing else is recommended.
  public var category: UInt32?
  /// Whether products are shown that cannot be bought.
  public var showsOutOfStock = false
  /// Whether products are left out that the visitor bought in the last `ShopModel.recentDays` days.
  public var hidesBought = false
  /// Prices that have changed, for the method that shows such; the products are named by number.
  public var priceChanges: [PriceChange] = []
  /// Now.
  public var now: Instant

  /// A price of a product that changed.
  public struct PriceChange: Sendable {
    /// The product's number.
    public var product: Int64
    /// What it cost before, in the smallest part of the currency.
    public var before: Int64
    /// What it costs now.
    public var after: Int64
    /// When it changed.
    public var at: Instant

    /// Makes one.
    public init(product: Int64, before: Int64, after: Int64, at: Instant) {
      (self.product, self.before, self.after, self.at) = (product, before, after, at)
    }
  }

  /// A visit of somebody of whom nothing is known, to no page.
  public init(now: Instant) { self.now = now }
}

/// A product to recommend, and why.
public struct ShopCandidate: Hashable, Sendable {
  /// The product's number.
  public var product: Int64
  /// How much speaks for it, among those of one method.
  public var score: Float
  /// What speaks for it.
  public var reason: RecommendationReason

  /// A product with its reason.
  public init(product: Int64, score: Float, reason: RecommendationReason) {
    (self.product, self.score, self.reason) = (product, score, reason)
  }
}
