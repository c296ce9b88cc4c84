import BeckonContract

extension OperationRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .health: .open { await $0.services[Operations.self].health() }
    case .metrics: .open { await $0.services[Operations.self].metrics() }
    case .openAPI: .open { $0.services[Operations.self].openAPI() }
    }
  }
}
