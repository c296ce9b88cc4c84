import BeckonModel

/// A payment as caps see it.
public struct CapCharge: Sendable {
  /// The rule that pays.
  public let rule: RuleID
  /// Who is paid.
  public let person: PersonID
  /// How much.
  public let amount: Int64
  /// The rule's caps.
  public let cap: RewardCap
  /// When the reward was made: a cap on a day counts it on that day.
  public let at: Instant

  /// Makes a charge.
  public init(rule: RuleID, person: PersonID, amount: Int64, cap: RewardCap, at: Instant) {
    self.rule = rule
    self.person = person
    self.amount = amount
    self.cap = cap
    self.at = at
  }

  /// What a payment of now charges.
  public init(_ payout: Payout, at now: Instant) {
    self.init(
      rule: payout.key.rule, person: payout.beneficiary, amount: payout.rule.amount,
      cap: payout.rule.cap, at: now)
  }
}

/// What a rule has paid so far, as far as its caps ask.
public struct CapUse: Hashable, Sendable {
  /// To the beneficiary, ever.
  public let person: Int64
  /// To the beneficiary, in this month.
  public let month: Int64
  /// To the beneficiary, today.
  public let day: Int64
  /// To all; no less than that, and so much less than the cap that a payment fits if it does.
  public let total: Int64

  /// Makes a use.
  public init(person: Int64, month: Int64 = 0, day: Int64, total: Int64) {
    self.person = person
    self.month = month
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
    if passes(month, cap.perMonth) { return .capPerMonth }
    if passes(day, cap.perDay) { return .capPerDay }
    return passes(total, cap.total) ? .capTotal : nil
  }
}
