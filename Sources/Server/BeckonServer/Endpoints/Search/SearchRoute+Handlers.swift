import BeckonContract

extension SearchRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .find: .keyed(FindProducts.prepare)
    case .readSettings: .keyed(ReadSearchSettings.prepare)
    case .updateSettings: .keyed(UpdateSearchSettings.prepare)
    case .forgetLast: .keyed(ForgetSearches.prepare)
    }
  }
}
