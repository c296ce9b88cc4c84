import BeckonContract
import BeckonContractReferralHero
import BeckonModel

extension FraudVendor {
  /// ReferralHero's protocol, whose key stands in every app and whose subscribers' ids are public.
  static let referralHero = FraudVendor(
    vendor: .referralHero,
    routes: ReferralHeroStoredRoute.routes + ReferralHeroClientRoute.routes,
    moves: ThiefMove.referralHero + ThiefMove.referralHeroOthers)
}
