/// Payments, also as stores tell of them.
public enum PaymentRoute: RouteGroup {
  /// Somebody paid.
  case record
  /// Money was given back.
  case refund
  /// What payments brought, by link, campaign, referrer or day.
  case readRevenue
  /// The payments themselves.
  case list
  /// The App Store tells an app's purchases and refunds.
  case notifyAppStore
  /// Google Play tells that something happened to an app's purchases.
  case notifyGooglePlay

  /// The call.
  public var route: Route {
    switch self {
    case .record: Route("POST", "/v1/payments", .key, .guarded)
    case .refund: Route("POST", "/v1/payments/{payment}/refunds", .secretKey)
    case .readRevenue:
      Route(
        "GET", "/v1/revenue", .secretKey,
        query: ["by", "campaign", "link", "platform", "referrer"] + Route.period + ["to"])
    case .list:
      Route(
        "GET", "/v1/payments", .secretKey,
        query: ["person", "install", "campaign", "type", "status", "trust", "kind", "state"]
          + Route.period + Route.page)
    case .notifyAppStore: Route("POST", "/v1/stores/apple/{app}", .open)
    case .notifyGooglePlay: Route("POST", "/v1/stores/google/{app}", .open)
    }
  }
}
