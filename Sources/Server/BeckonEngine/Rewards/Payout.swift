import BeckonModel

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
    /// The beneficiary has had all that the rule pays in a month.
    case capPerMonth = "cap_per_month"
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
    /// The campaign was over when the fact was received, and pays nothing after its end.
    case campaignEnded = "campaign_ended"
    /// The referral was imported, and what it earns was settled where it came from.
    case imported
    /// The event is in another currency than the rule pays for, or names none.
    case otherCurrency = "other_currency"
  }

  /// Rewards of one rule to one person that may wait because a client told their facts. Anyone can
  /// tell any number of such facts, and true cases must be found among them.
  public static let clientFactsInReviewMax = 20

  /// Why it is not paid, whatever bounds its rule has; `nil` when it may be.
  /// - Parameters:
  ///   - isReversed: whether its fact was taken back.
  ///   - isPresent: whether the beneficiary is neither merged nor erased.
  public func refusal(isReversed: Bool, isPresent: () throws -> Bool) rethrows -> Refusal? {
    if case .refuse(let reason) = disposition { return reason }
    guard try isPresent() else { return .erased }
    return isReversed ? .refunded : nil
  }

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
            disposition: !context.isCampaignPaying
              ? .refuse(.campaignEnded)
              : occurrence.isCount
                ? held(for: claim(on: rule.rule, in: context), rule.rule, in: context)
                : disposition(of: rule.rule, on: occurrence, in: context))
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
    of rule: RewardRule, on occurrence: Occurrence, in context: RewardContext
  ) -> Disposition {
    if context.referrers.isEmpty {
      guard rule.organic else { return .refuse(.noReferral) }
    } else if context.match < rule.minimumMatch {
      return .refuse(.weakMatch)
    }
    guard rule.takes(occurrence.currency) else { return .refuse(.otherCurrency) }
    guard context.isPayable else { return .refuse(.tooOld) }
    guard !context.isBeforeSignUp else { return .refuse(.beforeSignUp) }
    guard !context.isReturning else { return .refuse(.returning) }
    guard !context.isSettledElsewhere else { return .refuse(.imported) }
    var reasons = context.risk.holding.map(\.rawValue)
    if rule.trust == .server, context.trust == .client { reasons.append(RecordedReward.clientFact) }
    return held(for: reasons + claim(on: rule, in: context), rule, in: context)
  }

  private static func claim(on rule: RewardRule, in context: RewardContext) -> [String] {
    waitsForReferrer(rule, claimedLevel: context.claimedLevel)
      ? [RecordedReward.claimedReferrer] : []
  }

  /// Whether a reward waits for a referrer who was named by a client before the server named the
  /// person: also the person's own, which is owed to somebody who was referred.
  static func waitsForReferrer(_ rule: RewardRule, claimedLevel: Int?) -> Bool {
    guard rule.trust == .server, !rule.organic || rule.beneficiary != .recipient else {
      return false
    }
    return claimedLevel.map { $0 <= rule.level } ?? false
  }

  private static func held(
    for reasons: [String], _ rule: RewardRule, in context: RewardContext
  ) -> Disposition {
    guard reasons.isEmpty else { return .review(reasons) }
    if rule.holdMilliseconds == 0 { return .post }
    return .hold(until: context.received.adding(milliseconds: rule.holdMilliseconds))
  }
}
