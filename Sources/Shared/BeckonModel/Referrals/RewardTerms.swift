/// By which of a campaign's rules a referral is paid.
public enum RewardTerms: String, CaseIterable, Sendable {
  /// By those in force when a fact is received.
  case current
  /// By those that were in force when the referral was made.
  case atReferral = "at_referral"
}
