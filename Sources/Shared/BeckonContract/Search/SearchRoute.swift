/// The search of a shop: what is found, how, and what a visitor searched for.
public enum SearchRoute: RouteGroup {
  /// Find products; without a query, what to show before that.
  case find
  /// How the search is set.
  case readSettings
  /// Set it in another way.
  case updateSettings
  /// Forget what a visitor searched for.
  case forgetLast

  /// The call.
  public var route: Route {
    switch self {
    case .find:
      Route(
        "GET", "/v1/search", .key, query: Self.findQuery,
        repeatable: ["brand", "category", "label"])
    case .readSettings: Route("GET", "/v1/search/settings", .secretKey)
    case .updateSettings: Route("PATCH", "/v1/search/settings", .secretKey)
    case .forgetLast:
      Route(
        "DELETE", "/v1/search/last", .key, query: ["person", "install_id", "visitor", "text"])
    }
  }

  private static let findQuery = [
    "q", "person", "install_id", "visitor", "language", "currency", "price_min", "price_max",
    "out_of_stock", "sort",
    "page", "count", "typing", "facets", "explain",
  ]
}

/// Bounds of a search that is asked for.
public enum SearchCallLimits {
  /// Products of one answer.
  public static let count: ClosedRange<Int> = 1...100
  /// Pages of results.
  public static let page: ClosedRange<Int> = 1...1_000
}
