import BeckonContract

extension EventRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .ingest: .keyed(IngestEventsEndpoint.prepare)
    case .list: .keyed(ListEvents.prepare)
    case .listWeb: .keyed(ListWebEvents.prepare)
    case .webReport: .keyed(ReadWebReport.prepare)
    }
  }
}
