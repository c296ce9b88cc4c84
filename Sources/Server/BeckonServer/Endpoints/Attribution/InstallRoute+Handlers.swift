import BeckonContract

extension InstallRoute: ServedRoutes {
  var handler: Handler {
    switch self {
    case .register: .keyed(RegisterInstallEndpoint.prepare)
    case .explain: .keyed(ExplainInstall.prepare)
    case .list: .keyed(ListInstalls.prepare)
    }
  }
}
