import BeckonContract
import BeckonContractDynamicLinks
import BeckonEngine
import BeckonHTTP
import BeckonModel

extension VendorInterface {
  /// Dynamic Links' protocol; see docs/PROTOCOLS.
  static let dynamicLinks = VendorInterface(
    vendor: .dynamicLinks,
    routes: DynamicLinksClientRoute.served + DynamicLinksInstallRoute.served
      + DynamicLinksServerRoute.served,
    linkPaths: ["/i"],
    longLink: LongLinkReader(parameter: DynamicLinkParameter.link.rawValue) {
      LongDynamicLink(url: $0).flatMap(LongLink.init)
    },
    imports: DynamicLinksImport.init)
}
