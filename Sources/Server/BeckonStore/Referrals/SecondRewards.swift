import BeckonBasics
import BeckonEngine
import BeckonModel

/// Makes a rule that pays once for a referral pay once for two referrals whose people turned out to
/// be one, whether it paid both before the merge, or would pay the second after it.
///
/// What such a reward was replaced by, or which one stands for it, can be found from it for ever:
/// merges may be chained.
struct SecondRewards {
  private let scope: Scope
  private var ledger: Ledger { Ledger(scope) }

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Counts what was paid for a superseded referral for the one that is kept. Of two payments to
  /// one beneficiary the later is taken back; where the kept one has none yet, it gets one that is
  /// void, and no later fact pays again.
  func settle(_ superseded: Referral, for kept: Referral) throws {
    for (key, reward) in try payments(for: superseded.id) {
      guard let first = try standing(for: reward) else { continue }
      let id = Payouts.transferID(of: key.moved(to: kept.id))
      guard let twin = try ledger.find(id) else {
        if try isPaidAlike(first, key, kept) { try mark(id, as: first, for: kept.id) }
        continue
      }
      guard let second = try standing(for: twin),
        try key.role == .recipient || holder(of: first) == holder(of: second)
      else { continue }
      try takeBackLater(first, second)
    }
  }

  private func takeBackLater(_ first: Transfer, _ second: Transfer) throws {
    guard let pair = SecondReward(first, second) else { return }
    try ledger.takeBack(pair.goes.id, fact: nil, reasons: pair.reasons)
  }

  /// The same for what a rule paid for a count of somebody's who is now somebody else.
  func settle(_ key: PayoutKey, for kept: PayoutKey) throws {
    guard let reward = try ledger.find(Payouts.transferID(of: key)),
      let first = try standing(for: reward)
    else { return }
    let id = Payouts.transferID(of: kept)
    guard let twin = try ledger.find(id) else {
      return try mark(id, as: first, for: first.referral)
    }
    guard let second = try standing(for: twin) else { return }
    try takeBackLater(first, second)
  }

  /// What rules that pay once have paid for a referral, as it was first recorded.
  private func payments(for referral: ReferralID) throws -> [(key: PayoutKey, reward: Transfer)] {
    let rewards = try ledger.rewards(for: referral)
    let keys = Set(rewards.compactMap(\.rule)).sorted { $0.text < $1.text }
      .flatMap { PayoutKey.once(by: $0, for: referral) }
    let byID = Dictionary(keys.map { (Payouts.transferID(of: $0), $0) }) { first, _ in first }
    return rewards.compactMap { reward in byID[reward.id].map { (key: $0, reward: reward) } }
  }

  /// The reward that stands for this one: itself, what a merge replaced it by, or the one for whose
  /// sake it was taken back. `nil` when all was taken back.
  func standing(for reward: Transfer) throws -> Transfer? {
    var current = reward
    while true {
      if let replacement = try ledger.replacement(of: current.id) {
        current = replacement
        continue
      }
      var end = current.state == .voided ? current : nil
      if end == nil { end = try ledger.find(Ledger.clawback(of: current.id)) }
      guard let end else { return current }
      guard let other = SecondReward.stays(behind: end.reasons), let next = try ledger.find(other)
      else { return nil }
      current = next
    }
  }

  /// Who has what was paid, as far as they are not erased.
  private func holder(of reward: Transfer) throws -> PersonID? {
    try People(scope).find(PersonID(reward.to.owner))?.id
  }

  /// Whether the rule would pay the same beneficiary for the kept referral, or nobody else.
  private func isPaidAlike(_ first: Transfer, _ key: PayoutKey, _ kept: Referral) throws -> Bool {
    guard key.role == .referrer, let campaign = scope.app.campaign(kept.campaign) else {
      return true
    }
    let level = campaign.agreed(with: kept).rules.first { $0.id == key.rule }?.rule.level ?? 1
    let chain = try ReferralLoop(scope: scope, campaign: campaign).referrers(of: kept).people
    return SecondReward.isPaidAlike(
      key.role, level: level, referrers: chain, holder: try holder(of: first))
  }

  private func mark(_ id: TransferID, as first: Transfer, for kept: ReferralID?) throws {
    try ledger.record(
      SecondReward.mark(id, standingFor: first, of: kept, at: scope.now))
  }
}
