import BeckonModel

/// How good a referral is, as far as rules on counts ask.
public struct ReferralStanding: Hashable, Sendable {
  /// How sure it is that the referrer brought the person.
  public let match: MatchType
  /// What holds rewards, unless somebody has looked at the referral and approved it.
  public let holding: [ReferralRisk.Reason]
  /// Whether the person was here before, was erased, and came back.
  public let isReturning: Bool
  /// Whether the step that brought it where it is was told by a server, or somebody vouched for it.
  public let isVouched: Bool
  /// Whether a client named the referrer before the server named the person.
  public let isReferrerClaimed: Bool
  /// Whether it was imported from where it was settled.
  public let isSettledElsewhere: Bool

  /// Makes a standing.
  public init(
    match: MatchType, risk: ReferralRisk, isReturning: Bool, isVouched: Bool,
    isReferrerClaimed: Bool = false, isSettledElsewhere: Bool = false
  ) {
    self.isSettledElsewhere = isSettledElsewhere
    self.isReferrerClaimed = isReferrerClaimed
    self.match = match
    holding = risk.holding
    self.isReturning = isReturning
    self.isVouched = isVouched
  }
}
