import BeckonContract

extension AppRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .read: .keyed(ReadApp.prepare)
    case .update: .keyed(UpdateApp.prepare)
    }
  }
}
