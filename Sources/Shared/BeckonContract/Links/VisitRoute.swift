/// What browsers and devices ask of a link's host.
public enum VisitRoute: RouteGroup {
  /// Follow a link.
  case follow
  /// Store what a click page learned of the device.
  case enrichClick
  /// Which apps of Apple's may open this host's links.
  case appleAppSite
  /// The same, where iOS looked first.
  case appleAppSiteLegacy
  /// Which apps of Android's may open this host's links.
  case assetLinks
  /// The script that carries a click to a form of the team's own site.
  case clickScript
  /// A page of the team's own site was opened by a link that names a code.
  case siteVisit

  /// The call.
  public var route: Route {
    switch self {
    case .follow: Route("GET", "/{code}", .open)
    case .enrichClick: Route("POST", "/{code}", .open)
    case .appleAppSite: Route("GET", "/.well-known/apple-app-site-association", .open)
    case .appleAppSiteLegacy: Route("GET", "/apple-app-site-association", .open)
    case .assetLinks: Route("GET", "/.well-known/assetlinks.json", .open)
    case .clickScript: Route("GET", "/web/click.js", .open)
    case .siteVisit: Route("POST", "/web/visits", .open)
    }
  }
}
