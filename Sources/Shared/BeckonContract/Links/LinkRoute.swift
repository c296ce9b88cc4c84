/// Links, and what they are opened in.
public enum LinkRoute: RouteGroup {
  /// Make a link.
  case create
  /// The app's links.
  case list
  /// One link.
  case read
  /// Change a link.
  case update
  /// Delete a link.
  case delete
  /// A link's counts.
  case statistics
  /// A link as a picture, scalable.
  case qrCodeSVG
  /// A link as a picture of pixels.
  case qrCodePNG
  /// A link was opened in an app that was there.
  case open
  /// Visits of links.
  case listClicks

  /// The call.
  public var route: Route {
    switch self {
    case .create: Route("POST", "/v1/links", .key, .guarded)
    case .list:
      Route(
        "GET", "/v1/links", .secretKey,
        query: ["code", "person", "domain", "campaign", "name"] + Route.page)
    case .read: Route("GET", "/v1/links/{link}", .secretKey)
    case .update: Route("PATCH", "/v1/links/{link}", .secretKey)
    case .delete: Route("DELETE", "/v1/links/{link}", .secretKey)
    case .statistics: Route("GET", "/v1/links/{link}/stats", .key)
    case .qrCodeSVG: Route("GET", "/v1/links/{link}/qr.svg", .key)
    case .qrCodePNG: Route("GET", "/v1/links/{link}/qr.png", .key)
    case .open: Route("POST", "/v1/opens", .key, .guarded)
    case .listClicks:
      Route(
        "GET", "/v1/clicks", .secretKey,
        query: ["link", "person", "campaign", "kind", "platform"] + Route.period + Route.page)
    }
  }
}
