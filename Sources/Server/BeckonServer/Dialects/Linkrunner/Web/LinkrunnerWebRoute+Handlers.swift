import BeckonContract
import BeckonContractLinkrunner

extension LinkrunnerWebRoute: ServedRoutes {
  var dialect: Dialect { .linkrunnerWeb }

  var handler: Handler {
    switch self {
    case .ingest, .collect: .keyed(LinkrunnerWebIngest.prepare)
    }
  }
}
