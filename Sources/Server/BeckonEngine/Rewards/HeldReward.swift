import BeckonModel

/// What becomes of a reward in review when its referral's referrer or risk has changed: it is
/// decided as if they had always been what they are now.
public enum HeldReward: Hashable, Sendable {
  /// It stays as it is.
  case stays
  /// It is given up, for this reason.
  case void(String)
  /// It is held for somebody else, or for other reasons.
  case held(Account, reasons: [String])
  /// Nothing holds it any more, for whomever it is.
  case released(Account, reasons: [String])

  /// Why a reward is given up: the referrer for whom it was held is another's word now.
  public static let referrerReplaced = "referrer_replaced"

  /// Decides about a reward that its rule holds for a referral's sake.
  /// - Parameter chain: the referrers as they are now.
  public static func reconsider(
    _ held: Transfer, by rule: RewardRule, of referral: Referral, _ chain: ReferrerChain
  ) -> HeldReward {
    let isRecipients = held.to == .person(referral.person)
    let referrer = chain.people.dropFirst(rule.level - 1).first.map(Account.person)
    guard let beneficiary = isRecipients ? held.to : referrer else {
      return .void(referrerReplaced)
    }
    guard isRecipients || referral.match >= rule.minimumMatch else {
      return .void(Payout.Refusal.weakMatch.rawValue)
    }
    let reasons = RecordedReward.reasons(
      held.reasons, risk: referral.standingRisk,
      isReferrerClaimed: Payout.waitsForReferrer(rule, claimedLevel: chain.claimedLevel))
    guard beneficiary != held.to || reasons != held.reasons else { return .stays }
    return reasons.allSatisfy { $0 == RecordedReward.merged }
      ? .released(beneficiary, reasons: reasons) : .held(beneficiary, reasons: reasons)
  }
}
