import BeckonModel

/// People's records: a person's attributes as a tree.
public enum RecordRoute: RouteGroup {
  /// What stands at a path.
  case read
  /// Set it.
  case replace
  /// Change what stands below it.
  case update
  /// Remove it.
  case remove

  /// The call.
  public var route: Route {
    let path = "/v1/people/{person}/record/{path...}"
    return switch self {
    case .read: Route("GET", path, .key)
    case .replace: Route("PUT", path, .key)
    case .update: Route("PATCH", path, .key)
    case .remove: Route("DELETE", path, .key)
    }
  }
}
