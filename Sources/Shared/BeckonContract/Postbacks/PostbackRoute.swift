/// Apple's postbacks and conversion values.
public enum PostbackRoute: RouteGroup {
  /// Apple's postbacks.
  case list
  /// How many of them came, by day, network and campaign.
  case summarize
  /// What conversion values mean.
  case readSchema
  /// Give conversion values a new meaning.
  case setSchema
  /// A device reports what SKAdNetwork counted.
  case reportSKAdNetwork
  /// A device reports what AdAttributionKit counted.
  case reportAdAttributionKit

  /// The call.
  public var route: Route {
    switch self {
    case .list:
      Route(
        "GET", "/v1/postbacks", .secretKey,
        query: ["system", "ad_network", "verification", "won"] + Route.page)
    case .summarize:
      Route(
        "GET", "/v1/postbacks/summary", .secretKey, query: ["from", "to", "verification"])
    case .readSchema: Route("GET", "/v1/postback-schema", .secretKey, query: ["version"])
    case .setSchema: Route("PUT", "/v1/postback-schema", .secretKey)
    case .reportSKAdNetwork: Route("POST", "/.well-known/skadnetwork/report-attribution/", .open)
    case .reportAdAttributionKit:
      Route("POST", "/.well-known/appattribution/report-attribution/", .open)
    }
  }
}
