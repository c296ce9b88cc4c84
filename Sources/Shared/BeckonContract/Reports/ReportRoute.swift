/// What came of links and campaigns.
public enum ReportRoute: RouteGroup {
  /// Clicks, installs, sign-ups, conversions, rewards and revenue.
  case funnel

  /// The call.
  public var route: Route {
    switch self {
    case .funnel:
      Route(
        "GET", "/v1/funnel", .secretKey,
        query: ["by", "campaign", "link", "platform", "referrer", "leading"] + Route.period)
    }
  }
}
