import BeckonEngine
import BeckonModel

/// Rewards that wait for somebody's decision, when what they wait for changes.
struct HeldRewards {
  private let scope: Scope
  private let campaign: Campaign
  private var ledger: Ledger { Ledger(scope) }

  init(_ scope: Scope, _ campaign: Campaign) {
    self.scope = scope
    self.campaign = campaign
  }

  /// Decides about what is in review for a referral as if its referrer and risk had always been
  /// what they are now.
  func reconsider(_ referral: Referral) throws {
    let chain = try ReferralLoop(scope: scope, campaign: campaign).referrers(of: referral)
    let rules = campaign.agreed(with: referral).rules
    for held in try ledger.inReview(for: referral.id) {
      guard let rule = rules.first(where: { $0.id == held.rule })?.rule,
        !rule.trigger.waitsForCount
      else { continue }
      try reconsider(held, rule, referral, chain)
    }
  }

  private func reconsider(
    _ held: Transfer, _ rule: RewardRule, _ referral: Referral, _ chain: ReferrerChain
  ) throws {
    switch HeldReward.reconsider(held, by: rule, of: referral, chain) {
    case .stays: break
    case .void(let reason): try ledger.void(held.id, reason: reason)
    case .held(let account, let reasons): try renew(held, for: account, reasons)
    case .released(let account, let reasons):
      try Release(scope).release(try renew(held, for: account, reasons))
    }
  }

  @discardableResult
  private func renew(
    _ held: Transfer, for account: Account, _ reasons: [String]
  ) throws -> Transfer {
    try ledger.discard(held)
    let renewed = held.held(for: account, reasons: reasons)
    try ledger.record(renewed)
    return renewed
  }
}
