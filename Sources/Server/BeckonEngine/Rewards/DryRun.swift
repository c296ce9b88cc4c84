import BeckonModel

/// What a campaign's rules would have paid for facts that are stored: in memory, from empty caps,
/// and with coupons counted but not drawn. Pure: it is told of the facts one by one, the first
/// received first, and changes nothing but itself.
///
/// It leaves out what no single fact tells: rules on numbers of referrals, exclusive groups, and
/// balances that are full. What was paid before its first fact is unknown to it.
public struct DryRun: Sendable {
  /// What one rule would have done.
  public struct Outcome: Hashable, Sendable {
    /// Rewards that it would have paid, held ones too.
    public fileprivate(set) var payments: Int64 = 0
    /// What they come to, in the unit's smallest part.
    public fileprivate(set) var amount: Int64 = 0
    /// Those among them that it would have held for a time.
    public fileprivate(set) var held: Int64 = 0
    /// Codes that would have come with them.
    public fileprivate(set) var coupons: Int64 = 0
    /// Rewards that somebody would have had to decide about, which are not among the payments.
    public fileprivate(set) var reviews: Int64 = 0
    /// How often it would have fired and not paid, by the reason.
    public fileprivate(set) var refusals: [Payout.Refusal: Int64] = [:]
  }

  /// Somebody's sum of one unit.
  public struct Receiver: Hashable, Sendable {
    /// Who.
    public let person: PersonID
    /// Of what.
    public let unit: TextKey
  }

  /// A sum that a cap bounds.
  private struct Use: Hashable {
    let rule: RuleID
    /// `nil` for what the rule pays everybody.
    let person: PersonID?
    /// A day or a month; empty for ever.
    let span: TextKey
  }

  private let campaign: Campaign
  private var done: Set<PayoutKey> = []
  private var uses: [Use: Int64] = [:]
  /// What each rule would have done; nothing for one that never fired.
  public private(set) var outcomes: [RuleID: Outcome] = [:]
  /// Who would have been paid how much, held rewards too.
  public private(set) var earned: [Receiver: Int64] = [:]

  /// Begins with nothing paid.
  /// - Parameter campaign: with the rules that are tried; they hold for every referral, whatever it
  ///   was promised.
  public init(_ campaign: Campaign) {
    self.campaign = campaign
  }

  /// Whether a rule is one that it leaves out.
  public static func leavesOut(_ rule: RewardRule) -> Bool { rule.trigger.waitsForCount }

  /// Takes the next fact.
  /// - Parameters:
  ///   - part: its person's part in the campaign.
  ///   - day: on which it was received, in the app's time zone: `2026-06-01`.
  public mutating func take(_ fact: AskedFact, about part: CampaignPart, on day: String) {
    for rule in campaign.rules {
      let answer = RuleAnswer(of: rule, in: campaign, to: fact, about: part)
      guard case .fires(let payouts, _) = answer else { continue }
      for payout in payouts where !done.contains(payout.key) { settle(payout, fact, day) }
    }
  }

  private mutating func settle(_ payout: Payout, _ fact: AskedFact, _ day: String) {
    let rule = payout.key.rule
    if let refusal = payout.refusal(isReversed: fact.isReversed, isPresent: { true }) {
      return outcomes[rule, default: Outcome()].refusals[refusal, default: 0] += 1
    }
    if payout.disposition.isReview {
      done.insert(payout.key)
      return outcomes[rule, default: Outcome()].reviews += 1
    }
    if let refusal = capRefusal(of: payout, day) {
      return outcomes[rule, default: Outcome()].refusals[refusal, default: 0] += 1
    }
    done.insert(payout.key)
    pay(payout, day)
  }

  private mutating func pay(_ payout: Payout, _ day: String) {
    let amount = payout.rule.amount
    for use in Self.uses(of: payout, day) { uses[use, default: 0] &+= amount }
    let receiver = Receiver(person: payout.beneficiary, unit: TextKey(payout.rule.unit))
    earned[receiver, default: 0] &+= amount
    var outcome = outcomes[payout.key.rule] ?? Outcome()
    outcome.payments += 1
    outcome.amount &+= amount
    if case .hold = payout.disposition { outcome.held += 1 }
    if payout.rule.couponPool != nil { outcome.coupons += 1 }
    outcomes[payout.key.rule] = outcome
  }

  private func capRefusal(of payout: Payout, _ day: String) -> Payout.Refusal? {
    let used = Self.uses(of: payout, day).map { uses[$0] ?? 0 }
    return CapUse(person: used[0], month: used[1], day: used[2], total: used[3])
      .refusal(of: payout.rule.amount, cap: payout.rule.cap)
  }

  /// What a payment counts for: its person's sums ever, of the month and of the day, and the
  /// rule's.
  private static func uses(of payout: Payout, _ day: String) -> [Use] {
    let (rule, person) = (payout.key.rule, payout.beneficiary)
    return [
      Use(rule: rule, person: person, span: ""),
      Use(rule: rule, person: person, span: TextKey(day.prefix(bytes: 7))),
      Use(rule: rule, person: person, span: TextKey(day)), Use(rule: rule, person: nil, span: ""),
    ]
  }
}
