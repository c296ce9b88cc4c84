import BeckonContract
import BeckonContractDynamicLinks

extension DynamicLinksClientRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .shorten: .keyed(ShortenDynamicLink.prepare)
    case .reopen: .keyed(ReopenAttribution.prepare)
    case .convertInvitation: .keyed(ConvertInvitation.prepare)
    }
  }

  var dialect: Dialect { .dynamicLinks }
}

extension DynamicLinksInstallRoute: ServedRoutes {
  var handler: Handler { .keyed(InstallAttribution.prepare) }

  var dialect: Dialect { .dynamicLinksInstall }
}
