import BeckonModel

extension ReferralStanding {
  /// Why a rule on counts does not count the referral, in the words of refusals and reviews; none
  /// when it counts.
  public func objections(of rule: RewardRule) -> [String] {
    var objections: [String] = []
    if match < rule.minimumMatch { objections.append(Payout.Refusal.weakMatch.rawValue) }
    if isReturning { objections.append(Payout.Refusal.returning.rawValue) }
    if isSettledElsewhere { objections.append(Payout.Refusal.imported.rawValue) }
    objections += holding.map(\.rawValue)
    guard rule.trust == .server else { return objections }
    if !isVouched { objections.append(RecordedReward.clientFact) }
    if isReferrerClaimed { objections.append(RecordedReward.claimedReferrer) }
    return objections
  }
}

/// A person's referrals in one state, by how good they are.
public struct ReferralTally: Hashable, Sendable {
  private var numbers: [ReferralStanding: Int64] = [:]

  /// No referral.
  public init() {}

  /// Adds referrals that are equally good.
  public mutating func add(_ number: Int64, _ standing: ReferralStanding) {
    numbers[standing, default: 0] += number
  }

  /// How many of them a rule counts.
  public func count(for rule: RewardRule) -> Int64 {
    numbers.reduce(0) { $0 + ($1.key.objections(of: rule).isEmpty ? $1.value : 0) }
  }
}

/// A referrer's referrals in a state become more, or better.
public struct CountChange: Hashable, Sendable {
  /// The state.
  public let state: ReferralState
  /// What there was. Of two people who turn out to be one, each had a tally, for which each was
  /// paid.
  public let before: [ReferralTally]
  /// What there is.
  public let after: ReferralTally

  /// Makes a change.
  public init(state: ReferralState, before: [ReferralTally], after: ReferralTally) {
    self.state = state
    self.before = before
    self.after = after
  }

  /// The counts that are reached or passed: `wanted`, or each multiple of it.
  func reached(_ wanted: Int64, every: Bool, by rule: RewardRule) -> [Int64] {
    let before = before.map { $0.count(for: rule) }.max() ?? 0
    let after = after.count(for: rule)
    guard after > before else { return [] }
    guard every else { return before < wanted && wanted <= after ? [wanted] : [] }
    let first = (before / wanted + 1) * wanted
    return Array(stride(from: first, through: after, by: Int64.Stride(wanted)))
  }
}
