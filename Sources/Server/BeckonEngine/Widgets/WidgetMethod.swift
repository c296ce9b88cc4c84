import BeckonModel

/// One of the ways by which a widget finds its products.
public struct WidgetMethod: Hashable, Sendable {
  /// The ways.
  public enum Kind: String, CaseIterable, Sendable {
    /// What comes next, after what the visitor did in this session.
    case recommended
    /// What others saw who saw the product.
    case alsoViewed = "also_viewed"
    /// What others bought with it.
    case boughtTogether = "bought_together"
    /// What is seen more than before.
    case trending
    /// What many see.
    case popular
    /// What many buy.
    case bestSellers = "best_sellers"
    /// What is new in the catalogue.
    case newArrivals = "new_arrivals"
    /// What the visitor saw last.
    case lastVisited = "last_visited"
    /// What costs less than before.
    case priceDrops = "price_drops"
    /// What is of the same kind.
    case similar
  }

  /// The time that it looks at, where it looks at one.
  public enum Window: String, CaseIterable, Sendable {
    /// The last 24 hours.
    case day
    /// The last seven days.
    case week
    /// The last 30 days.
    case month

    /// Its length.
    public var days: Int64 {
      switch self {
      case .day: 1
      case .week: 7
      case .month: 30
      }
    }
  }

  /// The way.
  public let kind: Kind
  /// The time that it looks at; `nil` for what is usual.
  public let window: Window?
  /// Most products that it gives; `nil` for all that are still wanted.
  public let count: Int?

  /// Makes a method.
  public init(_ kind: Kind, window: Window? = nil, count: Int? = nil) {
    self.kind = kind
    self.window = window
    self.count = count
  }

  /// By what its candidates are found: two methods of one source have the same.
  public var source: WidgetSource { WidgetSource(kind, window) }
}

/// Where candidates come from.
public struct WidgetSource: Hashable, Sendable {
  /// The way.
  public let kind: WidgetMethod.Kind
  /// The time that it looks at.
  public let window: WidgetMethod.Window?

  /// Makes a source.
  public init(_ kind: WidgetMethod.Kind, _ window: WidgetMethod.Window? = nil) {
    self.kind = kind
    self.window = window
  }
}

/// A product that a method proposes.
public struct WidgetCandidate: Hashable, Sendable {
  /// The shop's own id of it.
  public let product: String
  /// How much speaks for it: higher is better.
  public let score: Float
  /// What speaks for it.
  public let reason: RecommendationReason

  /// Makes a candidate.
  public init(_ product: String, score: Float, _ reason: RecommendationReason) {
    self.product = product
    self.score = score
    self.reason = reason
  }
}
