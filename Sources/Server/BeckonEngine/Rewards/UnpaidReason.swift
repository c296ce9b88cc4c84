import BeckonModel

/// Why a rule has paid nothing for a fact. The codes are a closed set; none ever changes its
/// meaning.
public enum UnpaidReason: Hashable, Sendable {
  /// The rule did not fire, or what it pays is not there.
  case unmet(Unmet)
  /// The rule fired and did not pay.
  case refused(Payout.Refusal)

  /// Why a rule did not fire, or what became of what it paid.
  public enum Unmet: String, CaseIterable, Sendable {
    /// No rule of any campaign waits for such an event.
    case noRule = "no_rule"
    /// The rule waits for the event, but not with these properties.
    case filterNotMatched = "filter_not_matched"
    /// The attribute was set before, or has not passed the bound by this.
    case conditionNotMet = "condition_not_met"
    /// The rule waits for another step of the campaign.
    case otherStep = "other_step"
    /// The step counts only when earlier ones are there.
    case stepsMissing = "steps_missing"
    /// The rule counts referrals, and does not count this one.
    case notCounted = "not_counted"
    /// The rule counts referrals, and there are too few, or the next number has not come.
    case countNotReached = "count_not_reached"
    /// The person has not signed up.
    case notSignedUp = "not_signed_up"
    /// The campaign asks for a mail address that is shown to be the person's, and it is not yet.
    case notVerified = "not_verified"
    /// The person is no member of the rule's campaign.
    case notInCampaign = "not_in_campaign"
    /// The person's referral was reversed by a refund or review, or gave way in a merge.
    case referralEnded = "referral_ended"
    /// The rule pays the referrer, and nobody is known who brought the person.
    case noReferrer = "no_referrer"
    /// The rule pays once for a referral, and has for an earlier fact.
    case paidBefore = "paid_before"
    /// The reward is held until a time.
    case pending
    /// The reward waits for somebody's decision.
    case inReview = "in_review"
    /// The reward was given up before it was paid.
    case voided
    /// The reward was paid and taken back.
    case takenBack = "taken_back"
    /// The rule as it is today would pay; when the fact came, the rule, or the referral, was not
    /// what it is now.
    case notThen = "not_then"
  }

  /// The code.
  public var code: String {
    switch self {
    case .unmet(let unmet): unmet.rawValue
    case .refused(let refusal): refusal.rawValue
    }
  }

  /// Every code.
  public static let codes =
    Unmet.allCases.map(\.rawValue) + Payout.Refusal.allCases.map(\.rawValue)
}

extension UnpaidReason {
  /// What became of a payout of a rule that fires; `nil` when it is paid for this very fact.
  /// - Parameters:
  ///   - recorded: the reward, if one is recorded.
  ///   - isTakenBack: whether it was taken back after it was paid.
  ///   - refusal: why it was not paid then, if that was kept.
  public init?(
    _ payout: Payout, for fact: AskedFact, recorded: Transfer?, isTakenBack: Bool,
    refusal: Payout.Refusal?
  ) {
    guard let recorded else {
      self = Self.unrecorded(payout, fact, refusal)
      return
    }
    switch recorded.state {
    case .posted where isTakenBack: self = .unmet(.takenBack)
    case .posted where recorded.fact == fact.id: return nil
    case .posted: self = .unmet(.paidBefore)
    case .pending: self = .unmet(.pending)
    case .inReview: self = .unmet(.inReview)
    case .voided: self = .unmet(.voided)
    }
  }

  private static func unrecorded(
    _ payout: Payout, _ fact: AskedFact, _ refusal: Payout.Refusal?
  ) -> UnpaidReason {
    if let refusal { return .refused(refusal) }
    if case .refuse(let reason) = payout.disposition { return .refused(reason) }
    if fact.isReversed { return .refused(.refunded) }
    // What the attribute was before is not kept.
    return .unmet(fact.kind == .attributes ? .conditionNotMet : .notThen)
  }
}
