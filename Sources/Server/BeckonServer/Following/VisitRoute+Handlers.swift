import BeckonContract

extension VisitRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .follow:
      .openAtOnce(
        { call, answer in
          call.services[FollowLink.self].followKnown(call, answer)
        },
        { call in try await call.services[FollowLink.self].follow(call) })
    case .enrichClick:
      .open { call in
        try await call.services[FollowLink.self].enrich(
          call.request, VisitedPath(call.parameters))
      }
    case .appleAppSite, .appleAppSiteLegacy: .open(ServeAssociations.apple)
    case .assetLinks: .open(ServeAssociations.google)
    case .clickScript: .open { _ in ServeClickScript.reply }
    case .siteVisit:
      .open { call in try await call.services[FollowLink.self].visitSite(call) }
    }
  }
}
