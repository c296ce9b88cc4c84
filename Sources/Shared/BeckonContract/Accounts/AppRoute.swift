/// The app and its settings.
public enum AppRoute: RouteGroup {
  /// The app and its settings.
  case read
  /// Change the app's settings.
  case update

  /// The call.
  public var route: Route {
    switch self {
    case .read: Route("GET", "/v1/app", .secretKey)
    case .update: Route("PATCH", "/v1/app", .secretKey)
    }
  }
}
