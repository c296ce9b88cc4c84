/// Events.
public enum EventRoute: RouteGroup {
  /// Store events.
  case ingest

  /// The call.
  public var route: Route {
    switch self {
    case .ingest: Route("POST", "/v1/events", .key)
    }
  }
}
