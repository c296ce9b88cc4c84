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

  /// Why a reward is given up: the referrer for whom it was held is another's word now.
  static let referrerReplaced = "referrer_replaced"

  /// Decides about what is in review for a referral as if its referrer and risk had always been
  /// what they are now.
  func reconsider(_ referral: Referral) throws {
    let chain = try ReferralLoop(scope: scope, campaign: campaign).referrers(of: referral)
    for held in try ledger.inReview(for: referral.id) {
      guard let rule = campaign.rules.first(where: { $0.id == held.rule })?.rule,
        !rule.trigger.waitsForCount
      else { continue }
      try reconsider(held, rule, referral, chain)
    }
  }

  private func reconsider(
    _ held: Transfer, _ rule: RewardRule, _ referral: Referral, _ chain: ReferrerChain
  ) throws {
    let isRecipients = held.to == .person(referral.person)
    let referrer = chain.people.dropFirst(rule.level - 1).first.map(Account.person)
    guard let beneficiary = isRecipients ? held.to : referrer else {
      try ledger.void(held.id, reason: Self.referrerReplaced)
      return
    }
    guard isRecipients || referral.match >= rule.minimumMatch else {
      try ledger.void(held.id, reason: Payout.Refusal.weakMatch.rawValue)
      return
    }
    let isClaimed =
      rule.trust == .server && chain.claimedLevel.map { $0 <= rule.level } ?? false
    let reasons = RecordedReward.reasons(
      held.reasons, risk: referral.isRiskCleared ? ReferralRisk([]) : referral.risk,
      isReferrerClaimed: isClaimed)
    guard beneficiary != held.to || reasons != held.reasons else { return }
    try ledger.discard(held)
    let renewed = held.held(for: beneficiary, reasons: reasons)
    try ledger.record(renewed)
    guard reasons.allSatisfy({ $0 == RecordedReward.merged }) else { return }
    try Release(scope).release(renewed)
  }
}
