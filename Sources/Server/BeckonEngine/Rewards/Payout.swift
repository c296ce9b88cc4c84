import BeckonModel

/// A rule of a campaign, with its id.
public struct CampaignRule: Hashable, Sendable {
  /// The rule's id; an edited rule keeps it.
  public let id: RuleID
  /// What it pays.
  public let rule: RewardRule

  /// Makes a rule of a campaign.
  public init(id: RuleID, rule: RewardRule) {
    self.id = id
    self.rule = rule
  }
}

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
  /// What speaks against the referral.
  public let risk: ReferralRisk
  /// Whether the person was here before, was erased, and came back.
  public let isReturning: Bool
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

  /// Makes a context.
  public init(
    referral: ReferralID, recipient: PersonID, referrers: [PersonID], claimedLevel: Int? = nil,
    match: MatchType, risk: ReferralRisk, isReturning: Bool, fact: FactID, trust: Trust,
    isPayable: Bool, isBeforeSignUp: Bool = false, received: Instant
  ) {
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

/// What one rule does about one fact for one beneficiary.
public struct Payout: Hashable, Sendable {
  /// What names it.
  public let key: PayoutKey
  /// Who is paid.
  public let beneficiary: PersonID
  /// The rule that fired.
  public let rule: RewardRule
  /// What becomes of it.
  public let disposition: Disposition

  /// What becomes of a payout.
  public enum Disposition: Hashable, Sendable {
    /// Paid at once.
    case post
    /// Held until then.
    case hold(until: Instant)
    /// Held until somebody decides, for these reasons.
    case review([String])
    /// Not paid, for this reason.
    case refuse(Refusal)

    /// Whether somebody has to decide first. Until then it counts for no cap and takes no coupon,
    /// which else could be used up by facts that are made up.
    public var isReview: Bool { !reasons.isEmpty }

    /// For what somebody has to decide; none when it is not held for that.
    public var reasons: [String] {
      if case .review(let reasons) = self { reasons } else { [] }
    }
  }

  /// Why a rule that fired does not pay. The raw value is what the API shows.
  public enum Refusal: String, CaseIterable, Sendable {
    /// The person has no referral in the campaign, and the rule is not organic.
    case noReferral = "no_referral"
    /// The match is less certain than the rule asks.
    case weakMatch = "weak_match"
    /// The fact is too old.
    case tooOld = "too_old"
    /// The fact is older than the person's sign-up.
    case beforeSignUp = "before_sign_up"
    /// The beneficiary has had all that the rule pays one person.
    case capPerPerson = "cap_per_person"
    /// The beneficiary has had all that the rule pays in a day.
    case capPerDay = "cap_per_day"
    /// The rule has paid all that it may.
    case capTotal = "cap_total"
    /// The event has paid in another campaign of the group.
    case exclusiveGroup = "exclusive_group"
    /// The beneficiary's balance is as large as one can be.
    case balanceFull = "balance_full"
    /// The pool has no coupon left.
    case noCoupon = "no_coupon"
    /// The fact was taken back.
    case refunded = "refunded"
    /// The beneficiary has been erased.
    case erased = "erased"
    /// The person was here before and has been erased since; a welcome is paid once.
    case returning = "returning"
    /// As many rewards of the rule as may be wait for a review because a client told their facts.
    case tooManyInReview = "too_many_in_review"
  }

  /// Rewards of one rule to one person that may wait because a client told their facts. Anyone can
  /// tell any number of such facts, and true cases must be found among them.
  public static let clientFactsInReviewMax = 20

  /// Whether it would wait because a client told its fact.
  public var waitsForServer: Bool { disposition.reasons.contains(RecordedReward.clientFact) }
}

extension Payout {
  /// What the rules pay for an occurrence, in their order.
  public static func all(
    by rules: [CampaignRule], on occurrence: Occurrence, in context: RewardContext
  ) -> [Payout] {
    rules.flatMap { rule in
      rule.rule.firings(on: occurrence).flatMap { firing in
        beneficiaries(of: rule.rule, occurrence, in: context).map { role, beneficiary in
          let perFact = rule.rule.scope == .event ? " " + context.fact.text : ""
          let cause = occurrence.isCount ? beneficiary.identifier : context.referral.identifier
          return Payout(
            key: PayoutKey(rule: rule.id, cause: cause, firing: firing + perFact, role: role),
            beneficiary: beneficiary, rule: rule.rule,
            // A count is of referrals that are good themselves, whichever of them comes last.
            disposition: occurrence.isCount
              ? held(for: claim(on: rule.rule, in: context), rule.rule, in: context)
              : disposition(of: rule.rule, in: context))
        }
      }
    }
  }

  /// A count is a referrer's, so a rule on it pays that one, whichever of the two words it uses.
  private static func beneficiaries(
    of rule: RewardRule, _ occurrence: Occurrence, in context: RewardContext
  ) -> [(Beneficiary, PersonID)] {
    let referrer = context.referrers.dropFirst(rule.level - 1).first.map {
      [(Beneficiary.referrer, $0)]
    }
    if occurrence.isCount { return referrer ?? [] }
    switch rule.beneficiary {
    case .referrer: return referrer ?? []
    case .recipient: return [(.recipient, context.recipient)]
    case .both: return [(.recipient, context.recipient)] + (referrer ?? [])
    }
  }

  private static func disposition(
    of rule: RewardRule, in context: RewardContext
  ) -> Disposition {
    if context.referrers.isEmpty {
      guard rule.organic else { return .refuse(.noReferral) }
    } else if context.match < rule.minimumMatch {
      return .refuse(.weakMatch)
    }
    guard context.isPayable else { return .refuse(.tooOld) }
    guard !context.isBeforeSignUp else { return .refuse(.beforeSignUp) }
    guard !context.isReturning else { return .refuse(.returning) }
    var reasons = context.risk.holding.map(\.rawValue)
    if rule.trust == .server, context.trust == .client { reasons.append(RecordedReward.clientFact) }
    return held(for: reasons + claim(on: rule, in: context), rule, in: context)
  }

  /// Why a reward waits for a referrer who was named by a client before the server named the
  /// person: also the person's own, which is owed to somebody who was referred.
  private static func claim(on rule: RewardRule, in context: RewardContext) -> [String] {
    guard rule.trust == .server, !rule.organic || rule.beneficiary != .recipient,
      let level = context.claimedLevel, rule.level >= level
    else { return [] }
    return [RecordedReward.claimedReferrer]
  }

  private static func held(
    for reasons: [String], _ rule: RewardRule, in context: RewardContext
  ) -> Disposition {
    guard reasons.isEmpty else { return .review(reasons) }
    if rule.holdMilliseconds == 0 { return .post }
    return .hold(until: context.received.adding(milliseconds: rule.holdMilliseconds))
  }
}

/// What a rule has paid so far, as far as its caps ask.
public struct CapUse: Hashable, Sendable {
  /// To the beneficiary, ever.
  public let person: Int64
  /// To the beneficiary, today.
  public let day: Int64
  /// To all; no less than that, and so much less than the cap that a payment fits if it does.
  public let total: Int64

  /// Makes a use.
  public init(person: Int64, day: Int64, total: Int64) {
    self.person = person
    self.day = day
    self.total = total
  }

  /// The cap that a payment of `amount` would pass; `nil` when it fits.
  public func refusal(of amount: Int64, cap: RewardCap) -> Payout.Refusal? {
    func passes(_ used: Int64, _ bound: Int64?) -> Bool {
      guard let bound else { return false }
      let (sum, overflow) = used.addingReportingOverflow(amount)
      return overflow || sum > bound
    }
    if passes(person, cap.perPerson) { return .capPerPerson }
    if passes(day, cap.perDay) { return .capPerDay }
    return passes(total, cap.total) ? .capTotal : nil
  }
}
