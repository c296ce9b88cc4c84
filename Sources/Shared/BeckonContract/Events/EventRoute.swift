/// Events.
public enum EventRoute: RouteGroup {
  /// Store events.
  case ingest
  /// Stored events.
  case list
  /// What pages told.
  case listWeb
  /// Counts of what pages told.
  case webReport

  /// The call.
  public var route: Route {
    switch self {
    case .ingest: Route("POST", "/v1/events", .key)
    case .list:
      Route(
        "GET", "/v1/events", .secretKey,
        query: ["person", "name", "trust"] + Route.period + Route.page)
    case .listWeb:
      Route(
        "GET", "/v1/web/events", .secretKey,
        query: ["person", "visitor", "kind", "name", "touch", "source", "campaign"]
          + Route.period + Route.page)
    case .webReport:
      Route(
        "GET", "/v1/web/report", .secretKey,
        query: ["by", "touch", "source", "campaign"] + Route.period)
    }
  }
}
