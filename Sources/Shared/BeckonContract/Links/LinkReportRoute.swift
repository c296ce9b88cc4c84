/// The page on which somebody who was sent a link says what is wrong with it.
public enum LinkReportRoute: RouteGroup {
  /// Asks what is wrong.
  case ask
  /// Notes it.
  case send

  /// The call.
  public var route: Route {
    switch self {
    case .ask: Route("GET", "/web/report/{app}/{link}", .open)
    case .send: Route("POST", "/web/report/{app}/{link}", .open)
    }
  }
}
