import BeckonContract

/// What this vendor's clients call, with the key as `?key=` (docs/PROTOCOLS/dynamiclinks.md,
/// Routes).
public enum DynamicLinksClientRoute: RouteGroup {
  /// Shorten a link.
  case shorten
  /// A link was opened in an app that was there.
  case reopen
  /// What older clients tell of an invitation.
  case convertInvitation

  /// The call.
  public var route: Route {
    switch self {
    case .shorten: Route("POST", "/v1/shortLinks", .key, .guarded)
    case .reopen: Route("POST", "/v1/reopenAttribution", .key, .guarded)
    case .convertInvitation: Route("POST", "/v1/convertInvitation", .key, .guarded)
    }
  }
}

/// What a client asks once, after its first launch, and never again.
public enum DynamicLinksInstallRoute: RouteGroup {
  /// Which link led here?
  case install

  /// The call.
  public var route: Route { Route("POST", "/v1/installAttribution", .key, .guarded) }
}

/// What an app's own server calls, with its secret key as Bearer or `?key=`.
public enum DynamicLinksServerRoute: RouteGroup {
  /// Shorten a link, with a name and a code of one's own.
  case createManaged
  /// A link's counts.
  case statistics

  /// The call.
  public var route: Route {
    switch self {
    case .createManaged: Route("POST", "/v1/managedShortLinks:create", .secretKey)
    case .statistics: Route("GET", "/v1/{link}/linkStats", .secretKey)
    }
  }
}
