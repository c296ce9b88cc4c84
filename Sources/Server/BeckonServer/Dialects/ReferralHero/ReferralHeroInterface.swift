import BeckonContract
import BeckonContractReferralHero
import BeckonHTTP
import BeckonModel

extension VendorInterface {
  /// ReferralHero's protocol; see docs/PROTOCOLS.
  static let referralHero = VendorInterface(
    vendor: .referralHero,
    routes: ReferralHeroStoredRoute.served + ReferralHeroClientRoute.served
      + ReferralHeroServerRoute.served,
    linkCode: { request in
      // `/LIST/universal_link?mwr=CODE`, as answers name a member's link.
      guard request.segments.count == 2, request.segments[1] == "universal_link" else { return nil }
      return request.query.first { $0.name == ReferralHero.referrerParameter }?.value
    }, webhook: .referralHero, imports: ReferralHeroImport.init)
}
