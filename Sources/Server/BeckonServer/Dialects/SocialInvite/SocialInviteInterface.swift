import BeckonContractSocialInvite
import BeckonModel

extension VendorInterface {
  /// The protocol of social invites; see docs/PROTOCOLS.
  static let socialInvite = VendorInterface(
    vendor: .socialInvite,
    routes: SocialInviteRoute.served + SocialInviteApplicationRoute.served
      + SocialInviteDeliveryRoute.served + SocialInviteLoginRoute.served)
}
