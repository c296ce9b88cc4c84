import BeckonContract

extension VisitRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .follow:
      .openAtOnce(
        { call, answer in
          call.services[FollowLink.self].followKnown(
            call.request, call.parameters[0], call.address, answer)
        },
        { call in
          try await call.services[FollowLink.self].follow(
            call.request, call.parameters[0], call.address)
        })
    case .enrichClick:
      .open { call in
        try await call.services[FollowLink.self].enrich(call.request, call.parameters[0])
      }
    case .appleAppSite, .appleAppSiteLegacy: .open(ServeAssociations.apple)
    case .assetLinks: .open(ServeAssociations.google)
    }
  }
}
