/// Visitors of shops, by the ids that vendors' clients give them. Those of our own SDK are in the
/// export of their person.
public enum VisitorRoute: RouteGroup {
  /// Everything about a visitor.
  case export
  /// Erase a visitor.
  case erase

  /// The call.
  public var route: Route {
    switch self {
    case .export: Route("GET", "/v1/visitors/{visitor}", .secretKey, query: ["after"])
    case .erase: Route("DELETE", "/v1/visitors/{visitor}", .secretKey)
    }
  }
}
