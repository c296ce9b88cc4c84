import BeckonModel

/// What the rules know of the person whom a fact is about, and of the fact.
public struct RewardContext: Sendable {
  /// The person's referral in the campaign; also one without a referrer.
  public let referral: ReferralID
  /// The person.
  public let recipient: PersonID
  /// The person's referrer, that one's referrer, and so on; at most three.
  public let referrers: [PersonID]
  /// The lowest level whose referrer is only claimed; `nil` when none is.
  public let claimedLevel: Int?
  /// How sure it is that the referrer brought the person.
  public let match: MatchType
  /// What speaks against the referral, unless somebody has approved of it.
  public let risk: ReferralRisk
  /// Whether the person was here before, was erased, and came back.
  public let isReturning: Bool
  /// Whether the referral was imported from where it was settled.
  public let isSettledElsewhere: Bool
  /// The paying fact.
  public let fact: FactID
  /// How far the fact can be trusted.
  public let trust: Trust
  /// Whether the fact is young enough to pay.
  public let isPayable: Bool
  /// Whether the fact is older than the person's sign-up.
  public let isBeforeSignUp: Bool
  /// When the fact was received; holds begin then.
  public let received: Instant
  /// Whether the campaign pays for what is received now.
  public let isCampaignPaying: Bool

  /// Makes a context.
  public init(
    referral: ReferralID, recipient: PersonID, referrers: [PersonID], claimedLevel: Int? = nil,
    match: MatchType, risk: ReferralRisk, isReturning: Bool, fact: FactID, trust: Trust,
    isPayable: Bool, isBeforeSignUp: Bool = false, received: Instant,
    isCampaignPaying: Bool = true, isSettledElsewhere: Bool = false
  ) {
    self.isSettledElsewhere = isSettledElsewhere
    self.isCampaignPaying = isCampaignPaying
    self.referral = referral
    self.recipient = recipient
    self.referrers = referrers
    self.claimedLevel = claimedLevel
    self.match = match
    self.risk = risk
    self.isReturning = isReturning
    self.fact = fact
    self.trust = trust
    self.isPayable = isPayable
    self.isBeforeSignUp = isBeforeSignUp
    self.received = received
  }
}

extension RewardContext {
  /// What the rules know of a fact about a referral's person, received now.
  public init(
    _ referral: Referral, _ chain: ReferrerChain, _ fact: MovingFact, now: Instant,
    isCampaignPaying: Bool
  ) {
    self.init(
      referral: referral.id, recipient: referral.person, referrers: chain.people,
      claimedLevel: chain.claimedLevel, match: referral.match, risk: referral.standingRisk,
      isReturning: referral.isReturning,
      fact: fact.id, trust: fact.trust, isPayable: fact.isPayable,
      isBeforeSignUp: fact.isBeforeSignUp, received: now,
      isCampaignPaying: isCampaignPaying, isSettledElsewhere: referral.isSettledElsewhere)
  }
}
