import BeckonContract

extension VisitorRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .export: .keyed(ReadVisitor.prepare)
    case .erase: .keyed(EraseVisitor.prepare)
    }
  }
}
