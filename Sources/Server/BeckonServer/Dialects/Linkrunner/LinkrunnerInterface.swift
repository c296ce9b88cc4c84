import BeckonContract
import BeckonContractLinkrunner
import BeckonHTTP
import BeckonModel

extension VendorInterface {
  /// Linkrunner's protocol; see docs/PROTOCOLS.
  static let linkrunner = VendorInterface(
    vendor: .linkrunner,
    routes: LinkrunnerClientRoute.served + LinkrunnerWebRoute.served
      + LinkrunnerServerRoute.served,
    // A link may name its code in the query, `/?c=code` (wire.md, 5.6), and then has a path that
    // says nothing: `/promo/summer?c=code`.
    linkCode: { request in request.query.first { $0.name == "c" }?.value },
    webhook: .linkrunner)
}
