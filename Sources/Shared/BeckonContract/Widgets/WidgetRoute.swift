/// Widgets of a shop: what they show, and what comes of it.
public enum WidgetRoute: RouteGroup {
  /// Make a widget.
  case create
  /// The app's widgets.
  case list
  /// One widget.
  case read
  /// Change a widget.
  case update
  /// Delete a widget with its figures.
  case delete
  /// What visitors did with a widget, and what they bought.
  case report

  /// The call.
  public var route: Route {
    switch self {
    case .create: Route("POST", "/v1/widgets", .secretKey)
    case .list: Route("GET", "/v1/widgets", .secretKey)
    case .read: Route("GET", "/v1/widgets/{widget}", .secretKey)
    case .update: Route("PATCH", "/v1/widgets/{widget}", .secretKey)
    case .delete: Route("DELETE", "/v1/widgets/{widget}", .secretKey)
    case .report:
      Route("GET", "/v1/widgets/{widget}/report", .secretKey, query: ["by"] + Route.period)
    }
  }
}
