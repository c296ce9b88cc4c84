import BeckonContractSegmentify

extension SegmentifyKeyRoute: ServedRoutes {
  var dialect: Dialect { .segmentify }
  var tolerance: Set<PathTolerance> { [.slashAtEnd] }

  var handler: Handler {
    switch self {
    case .ids, .versionedIDs: .open(GiveSegmentifyIDs.answer)
    }
  }
}

extension SegmentifyRoute: ServedRoutes {
  var dialect: Dialect { .segmentify }
  var tolerance: Set<PathTolerance> { [.slashAtEnd] }

  var handler: Handler {
    switch self {
    case .events: .keyed(AddSegmentifyEvents.prepare)
    case .subscription, .notification: .keyed(AddPushNotification.prepare)
    }
  }
}
