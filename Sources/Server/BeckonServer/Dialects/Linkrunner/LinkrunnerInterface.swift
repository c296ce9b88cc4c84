import BeckonContract
import BeckonContractLinkrunner
import BeckonHTTP
import BeckonModel

extension VendorInterface {
  /// Linkrunner's protocol; see docs/PROTOCOLS.
  static let linkrunner = VendorInterface(
    vendor: .linkrunner,
    routes: LinkrunnerClientRoute.served + LinkrunnerWebRoute.served
      + LinkrunnerPageRoute.served + LinkrunnerServerRoute.served,
    // A link may name its code in the query, `/?c=code`, and then has a path that says nothing:
    // `/promo/summer?c=code` (docs/PROTOCOLS/linkrunner.md, Links).
    linkCode: { request in request.query.first { $0.name == "c" }?.value },
    webhook: .linkrunner, imports: LinkrunnerImport.init)
}
