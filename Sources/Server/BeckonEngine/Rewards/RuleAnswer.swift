import BeckonModel

/// A stored fact of which somebody asks why it has not paid.
public struct AskedFact: Hashable, Sendable {
  /// What it can make happen.
  public enum Kind: Hashable, Sendable {
    /// An event.
    case event
    /// A change of attributes, which are the fact's properties.
    case attributes
    /// A step of a campaign; the sign-up is the first of all.
    case step(Int, of: CampaignID?)
    /// The app's server promoted the person in a campaign.
    case promotion(of: CampaignID?)
  }

  /// Its id.
  public let id: FactID
  /// Its name.
  public let name: String
  /// What it can make happen.
  public let kind: Kind
  /// More about it.
  public let properties: JSON
  /// How far it can be trusted.
  public let trust: Trust
  /// When it happened.
  public let at: Instant
  /// When it was received.
  public let received: Instant
  /// Whether it was taken back.
  public let isReversed: Bool

  /// Makes a fact.
  public init(
    id: FactID, name: String, kind: Kind, properties: JSON, trust: Trust, at: Instant,
    received: Instant, isReversed: Bool
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.properties = properties
    self.trust = trust
    self.at = at
    self.received = received
    self.isReversed = isReversed
  }

  /// Whether it was young enough to pay when it came.
  var isPayable: Bool {
    received.milliseconds(since: at) <= Limits.payableAgeDays * Span.dayMilliseconds
  }
}

/// What is known of a person's part in a campaign.
public struct CampaignPart: Hashable, Sendable {
  /// Their referral there; `nil` when they are no member.
  public let referral: Referral?
  /// Who brought them.
  public let chain: ReferrerChain
  /// The steps they have done.
  public let steps: Set<Int>
  /// When they signed up; `nil` when they have not.
  public let signedUpAt: Instant?
  /// Rules on counts that do not count them.
  public let notCountedBy: Set<RuleID>

  /// Makes a description.
  public init(
    referral: Referral?, chain: ReferrerChain, steps: Set<Int>, signedUpAt: Instant?,
    notCountedBy: Set<RuleID> = []
  ) {
    self.referral = referral
    self.chain = chain
    self.steps = steps
    self.signedUpAt = signedUpAt
    self.notCountedBy = notCountedBy
  }

  /// What keeps any rule from firing.
  fileprivate var obstacle: UnpaidReason.Unmet? {
    guard signedUpAt != nil else { return .notSignedUp }
    switch referral?.state {
    case nil: return .notInCampaign
    case .awaitingSignUp: return .notSignedUp
    case .unverified: return .notVerified
    case .superseded, .reversed: return .referralEnded
    case .pending, .unconfirmed, .confirmed: return nil
    }
  }
}

/// What a rule, as it is today, says to a stored fact.
public enum RuleAnswer: Hashable, Sendable {
  /// Nothing: it waits for something else altogether.
  case silent
  /// It waits for such a fact, and does not fire, or pays nobody.
  case unmet(UnpaidReason.Unmet)
  /// It fires; `lacksReferrer` when one of those whom it pays is not known.
  case fires([Payout], lacksReferrer: Bool)

  /// Asks a rule.
  public init(
    of rule: CampaignRule, in campaign: Campaign, to fact: AskedFact, about part: CampaignPart
  ) {
    switch (rule.rule.trigger, fact.kind) {
    case (.event(let name, _), .event) where name == fact.name:
      self = Self.answer(
        of: rule, in: campaign, on: .event(name: name, properties: fact.properties), fact, part,
        else: .filterNotMatched)
    case (.attributeFirstSet(let name), .attributes), (.attributeCrosses(let name, _), .attributes):
      let written = RecordChange(properties: fact.properties)
      guard written.touches(name) else {
        self = .silent
        return
      }
      let change = AttributeChange(before: .object([]), after: written.applied(to: .object([])))
      let byServer = fact.trust == .server ? change : nil
      self = Self.answer(
        of: rule, in: campaign, on: .attributes(change, byServer: byServer), fact, part,
        else: .conditionNotMet)
    case (.referral, .step(let step, let of)) where of == nil || of == campaign.id:
      self = Self.answer(of: rule, toStep: step, in: campaign, fact, part)
    case (.referrals(_, let state, _), .step(let step, let of))
    where of == nil || of == campaign.id:
      let isState = ReferralProgress.state(after: step, goal: campaign.goal) == state
      self = isState ? Self.answer(ofCount: rule, part) : .silent
    case (.promoted, .promotion(let of)) where of == nil || of == campaign.id:
      self = Self.answer(
        of: rule, in: campaign, on: .promoted, fact, part, else: .conditionNotMet)
    default: self = .silent
    }
  }

  private static func answer(
    of rule: CampaignRule, in campaign: Campaign, on occurrence: Occurrence, _ fact: AskedFact,
    _ part: CampaignPart, else reason: UnpaidReason.Unmet
  ) -> RuleAnswer {
    guard part.obstacle == nil, let referral = part.referral, let signedUpAt = part.signedUpAt
    else { return .unmet(part.obstacle ?? .notInCampaign) }
    guard !rule.rule.firings(on: occurrence).isEmpty else { return .unmet(reason) }
    let isEvent = fact.kind == .event
    let moving = MovingFact(
      id: fact.id, trust: fact.trust, isPayable: fact.isPayable, isReversed: fact.isReversed,
      isBeforeSignUp: isEvent && fact.at < signedUpAt)
    let payouts = Payout.all(
      by: [rule], on: occurrence,
      in: RewardContext(
        referral, part.chain, moving, now: fact.received,
        isCampaignPaying: campaign.schedule.pays(at: fact.received)))
    let lacksReferrer =
      rule.rule.beneficiary != .recipient && part.chain.people.count < rule.rule.level
    return payouts.isEmpty ? .unmet(.noReferrer) : .fires(payouts, lacksReferrer: lacksReferrer)
  }

  private static func answer(
    of rule: CampaignRule, toStep step: Int, in campaign: Campaign, _ fact: AskedFact,
    _ part: CampaignPart
  ) -> RuleAnswer {
    if let obstacle = part.obstacle { return .unmet(obstacle) }
    let progress = ReferralProgress(goal: campaign.goal, recorded: part.steps)
    guard step <= progress.applied else { return .unmet(.stepsMissing) }
    let state = ReferralProgress.state(after: step, goal: campaign.goal)
    return answer(of: rule, in: campaign, on: .state(state), fact, part, else: .otherStep)
  }

  /// The number itself is the store's to know: what it has paid is recorded.
  private static func answer(ofCount rule: CampaignRule, _ part: CampaignPart) -> RuleAnswer {
    if let obstacle = part.obstacle { return .unmet(obstacle) }
    guard part.chain.people.count >= rule.rule.level else { return .unmet(.noReferrer) }
    return .unmet(part.notCountedBy.contains(rule.id) ? .notCounted : .countNotReached)
  }
}
