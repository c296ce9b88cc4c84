import BeckonContract

extension RecordRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .read: .keyed(ReadRecord.prepare)
    case .replace: .keyed(WriteRecord.replace)
    case .update: .keyed(WriteRecord.update)
    case .remove: .keyed(WriteRecord.remove)
    }
  }
}
