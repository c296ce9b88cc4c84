import BeckonContractSocialInvite
import BeckonModel

extension VendorInterface {
  /// The protocol of social invites; see docs/PROTOCOLS. It has no route before invitations are
  /// stored: who calls one is told that there is none.
  static let socialInvite = VendorInterface(vendor: .socialInvite, routes: [])
}
