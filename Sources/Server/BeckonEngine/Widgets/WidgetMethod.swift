import BeckonModel

/// One of the ways by which a widget finds its products.
public struct WidgetMethod: Hashable, Sendable {
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
  public let method: RecommendationMethod
  /// The time that it looks at; `nil` for what is usual.
  public let window: Window?
  /// Most products that it gives; `nil` for all that are still wanted.
  public let count: Int?
  /// How what comes next is weighed; `nil` for what is usual.
  public let settings: RecommenderSettings?

  /// Makes a method.
  public init(
    _ method: RecommendationMethod, window: Window? = nil, count: Int? = nil,
    settings: RecommenderSettings? = nil
  ) {
    self.method = method
    self.window = window
    self.count = count
    self.settings = settings
  }

  /// The methods that `settings` are about: those that ask what sessions go on with.
  static let weighed: Set<RecommendationMethod> = [.recommended, .forYou, .alsoViewed]

  /// By what its candidates are found: two methods of one source have the same.
  public var source: WidgetSource { WidgetSource(method, window, settings) }
}

/// Where candidates come from.
public struct WidgetSource: Hashable, Sendable {
  /// The way.
  public let method: RecommendationMethod
  /// The time that it looks at.
  public let window: WidgetMethod.Window?
  /// How what comes next is weighed.
  public let settings: RecommenderSettings

  /// Makes a source.
  public init(
    _ method: RecommendationMethod, _ window: WidgetMethod.Window? = nil,
    _ settings: RecommenderSettings? = nil
  ) {
    self.method = method
    self.window = window
    self.settings = settings ?? RecommenderSettings()
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
