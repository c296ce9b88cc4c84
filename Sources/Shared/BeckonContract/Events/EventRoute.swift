/// Events.
public enum EventRoute: RouteGroup {
  /// Store events.
  case ingest
  /// Stored events.
  case list

  /// The call.
  public var route: Route {
    switch self {
    case .ingest: Route("POST", "/v1/events", .key)
    case .list:
      Route(
        "GET", "/v1/events", .secretKey,
        query: ["person", "name", "trust"] + Route.period + Route.page)
    }
  }
}
