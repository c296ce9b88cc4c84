/// Installs and where they came from.
public enum InstallRoute: RouteGroup {
  /// First launch of an app.
  case register
  /// Why an install was matched, or not.
  case explain
  /// The app's installs, and what led to each.
  case list

  /// The call.
  public var route: Route {
    switch self {
    case .register: Route("POST", "/v1/installs", .key, .guarded)
    case .explain: Route("GET", "/v1/installs/{install}/attribution", .secretKey)
    case .list:
      Route(
        "GET", "/v1/installs", .secretKey,
        query: ["person", "install_id", "link", "campaign", "match", "platform"] + Route.period
          + Route.page)
    }
  }
}
