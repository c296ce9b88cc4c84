import BeckonModel

/// Two rewards that one rule has paid somebody for what turned out to be one thing: the earlier
/// stays. One in review, which may never be paid, gives way to one that is.
public struct SecondReward: Hashable, Sendable {
  /// The one that stays.
  public let stays: Transfer
  /// The one that is taken back.
  public let goes: Transfer

  /// `nil` when both are the same.
  public init?(_ first: Transfer, _ second: Transfer) {
    guard first.id != second.id else { return nil }
    let isFirst = Self.place(of: first) < Self.place(of: second)
    (stays, goes) = isFirst ? (first, second) : (second, first)
  }

  /// Whoever has the lesser place stays.
  private static func place(of reward: Transfer) -> (Int, Instant, TransferID) {
    (reward.state == .inReview ? 1 : 0, reward.createdAt, reward.id)
  }

  /// The reason of what is taken back, or not paid. The id of the reward that stands follows it.
  public static let reason = "paid_twice_by_one_rule"

  /// For what one is taken back.
  public var reasons: [String] { [Self.reason, stays.id.text] }

  /// For whose sake a reward was taken back that ended for these reasons; `nil` when it ended for
  /// others.
  public static func stays(behind reasons: [String]) -> TransferID? {
    reasons.dropLast().last == reason ? reasons.last.flatMap { TransferID($0) } : nil
  }

  /// A reward that is void and keeps a rule from paying once more what another has paid.
  public static func mark(
    _ id: TransferID, standingFor first: Transfer, of referral: ReferralID?, at now: Instant
  ) -> Transfer {
    Transfer(
      id: id, kind: .reward, from: first.from, to: first.to, amount: first.amount,
      unit: first.unit, state: .voided, campaign: first.campaign, rule: first.rule,
      referral: referral, fact: first.fact, reasons: [reason, first.id.text], createdAt: now,
      settledAt: now)
  }

  /// Whether a rule would pay the same beneficiary for the referral that is kept, or nobody else.
  /// - Parameters:
  ///   - role: whom the rule has paid.
  ///   - level: the level that it pays.
  ///   - referrers: of the referral that is kept, the nearest first.
  ///   - holder: who has what was paid.
  public static func isPaidAlike(
    _ role: Beneficiary, level: Int, referrers: [PersonID], holder: PersonID?
  ) -> Bool {
    guard role == .referrer, let beneficiary = referrers.dropFirst(level - 1).first else {
      return true
    }
    return beneficiary == holder
  }

  /// The counts for which a rule can have paid both of two people: none of the other's was ever
  /// higher than `countMax`.
  public static func counts(of rule: RewardRule, in state: ReferralState, max: Int64) -> [Int64] {
    guard case .referrals(let wanted, state, let every) = rule.trigger, rule.scope == .referral
    else { return [] }
    let last = every ? max : min(wanted, max)
    return Array(stride(from: wanted, through: last, by: Int64.Stride(wanted)))
  }
}
