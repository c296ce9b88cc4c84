import BeckonContract

extension ReportRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .funnel: .keyed(ReadFunnel.prepare)
    }
  }
}
