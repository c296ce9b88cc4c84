/// What operators and their tools read.
public enum OperationRoute: RouteGroup {
  /// Is the server well?
  case health
  /// Measurements for Prometheus.
  case metrics
  /// The API's description.
  case openAPI

  /// The call.
  public var route: Route {
    switch self {
    case .health: Route("GET", "/health", .open)
    case .metrics: Route("GET", "/metrics", .open)
    case .openAPI: Route("GET", "/v1/openapi.yaml", .open)
    }
  }
}
