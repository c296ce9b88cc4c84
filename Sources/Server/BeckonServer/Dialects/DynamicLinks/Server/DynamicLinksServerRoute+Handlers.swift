import BeckonContract
import BeckonContractDynamicLinks

extension DynamicLinksServerRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .createManaged: .keyed(ShortenDynamicLink.prepareManaged)
    case .statistics: .keyed(DynamicLinkStatistics.prepare)
    }
  }

  var dialect: Dialect { .dynamicLinks }
}
