import BeckonContractSegmentify
import BeckonModel

extension VendorInterface {
  /// Segmentify's protocol; see docs/PROTOCOLS.
  static let segmentify = VendorInterface(
    vendor: .segmentify, routes: SegmentifyKeyRoute.served + SegmentifyRoute.served,
    pageHeaders: [Segmentify.keyHeader])
}
