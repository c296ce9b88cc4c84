import BeckonContract
import BeckonEngine

extension PostbackRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .list: .keyed(ListPostbacks.prepare)
    case .summarize: .keyed(SummarizePostbacks.prepare)
    case .readSchema: .keyed(ReadPostbackSchema.prepare)
    case .setSchema: .keyed(SetPostbackSchema.prepare)
    case .reportSKAdNetwork:
      .open { try await ReceivePostback(system: .skAdNetwork, call: $0).receive() }
    case .reportAdAttributionKit:
      .open { try await ReceivePostback(system: .adAttributionKit, call: $0).receive() }
    }
  }
}
