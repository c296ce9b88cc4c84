import BeckonContract
import BeckonModel

extension ServedRoute {
  /// Every call of the native API, with who answers it.
  static let native: [ServedRoute] =
    OperationRoute.served + AppRoute.served + LinkRoute.served + InstallRoute.served
    + PersonRoute.served + EventRoute.served + CampaignRoute.served + RewardRoute.served
    + PaymentRoute.served + ReportRoute.served + PostbackRoute.served + WebhookRoute.served
    + VisitRoute.served
}

extension Router {
  /// Finds who answers a call of the native API, of vendors' clients, or a visit.
  init(native: [ServedRoute] = ServedRoute.native, vendors: [VendorInterface]) {
    let visit = native.first { $0.route == VisitRoute.follow.route }
    let paths = vendors.flatMap { vendor in
      vendor.routes.map { PathPattern($0, under: vendor.base) }
        + vendor.linkPaths.compactMap { path in
          visit.map { PathPattern($0, path: path + "/{code}") }
        }
    }
    self.init(
      native.map { PathPattern($0) } + paths,
      links: vendors.map { vendor in
        { request in
          guard let visit, let code = vendor.linkCode(request) else { return nil }
          return .found(visit, parameters: [code])
        }
      })
  }
}
