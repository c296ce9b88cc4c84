/// What a shop recommends to its visitors.
public enum RecommendationRoute: RouteGroup {
  /// Products for a visitor, or for a page.
  case list

  /// The call.
  public var route: Route {
    switch self {
    case .list:
      Route(
        "GET", "/v1/recommendations", .key,
        query: [
          "person", "install_id", "visitor", "product", "category", "language", "currency",
          "method", "out_of_stock", "count", "widget", "test_mode",
        ])
    }
  }
}
