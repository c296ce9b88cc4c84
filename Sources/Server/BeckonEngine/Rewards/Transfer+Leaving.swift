import BeckonModel

/// What is moved when a person is no longer who they were: merged into another, or erased.
extension Transfer {
  /// The reward that replaces one that is held, for who survives a merge; since and until the same
  /// time.
  public func merged(into survivor: PersonID, id: TransferID) -> Transfer {
    Transfer(
      id: id, kind: .reward, from: from, to: .person(survivor), amount: amount, unit: unit,
      state: state, dueAt: dueAt, campaign: campaign, rule: rule, referral: referral, fact: fact,
      reasons: reasons + [RecordedReward.merged], coupon: coupon, createdAt: createdAt)
  }

  /// What moves a balance to who survives a merge, debts too; `nil` when there is none.
  public static func moving(
    _ balance: Balance, of old: PersonID, to new: PersonID, id: TransferID, at now: Instant
  ) -> Transfer? {
    guard balance.posted != 0 else { return nil }
    let (from, to) = balance.posted > 0 ? (old, new) : (new, old)
    return Transfer(
      id: id, kind: .merge, from: .person(from), to: .person(to), amount: abs(balance.posted),
      unit: balance.unit, reasons: [RecordedReward.merged], createdAt: now, settledAt: now)
  }

  /// What takes an erased person's balance away, a debt too; `nil` when there is none.
  public static func forfeiting(
    _ balance: Balance, of person: PersonID, id: TransferID, at now: Instant
  ) -> Transfer? {
    guard balance.posted != 0 else { return nil }
    let isOwed = balance.posted > 0
    return Transfer(
      id: id, kind: .forfeit, from: isOwed ? .person(person) : .app(.forfeited),
      to: isOwed ? .app(.forfeited) : .person(person), amount: abs(balance.posted),
      unit: balance.unit, reasons: ["erased"], createdAt: now, settledAt: now)
  }
}
