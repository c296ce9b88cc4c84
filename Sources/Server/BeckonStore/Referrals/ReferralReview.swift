import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What somebody decides about referrals that rules on counts do not count.
public struct ReferralReview {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Approves a referral: its risk is no reason any more, what a client told of its steps and of
  /// its referrer is vouched for, and the referrer is as sure as if the server had named them. Pays
  /// what was not paid for want of that, and what the referrer's count then pays.
  /// - Throws: `DatabaseError`.
  public func approve(_ referral: Referral) throws -> [Transfer] {
    let counted = try recount(referral) {
      try clearRisk(of: referral.id)
      try ReferrerClaims(scope: scope).clear(referral.id)
      try scope.connection.send(
        """
        UPDATE conversions SET trust = $3
        WHERE app = $1 AND referral = $2 AND (trust IS NULL OR trust <> 'server')
        """, [scope.tenant, .id(referral.id), .text(StepFact.vouched)])
      if let referrer = referral.referrer, referral.match < .unique {
        try Referrals(scope).setMatch(
          ReferralSource(
            referrer: referrer, campaign: referral.campaign, method: "review", match: .unique,
            evidence: .object([
              "before": .string(referral.match.rawValue), "was": referral.evidence,
            ])), of: referral.id)
      }
    }
    guard let campaign = scope.app.campaign(referral.campaign),
      let approved = try Referrals(scope).find(referral.id), approved.match > referral.match
    else { return counted }
    let loop = ReferralLoop(scope: scope, campaign: campaign)
    try loop.count(declared: referral)
    return try loop.settle(approved) + counted
  }

  /// Takes a referral out of the counts for good, as a refund does, and voids what is held for it.
  /// - Throws: `DatabaseError`.
  public func reject(_ referral: Referral, reason: String) throws {
    guard let campaign = scope.app.campaign(referral.campaign) else { return }
    try ReferralLoop(scope: scope, campaign: campaign).end(referral, as: .reversed)
    try Ledger(scope).voidHeld(for: referral.id, reason: reason)
  }

  /// Whoever approves a reward also approves of what held it: the referral's risk, or that only a
  /// client had told of the step or of the referrer.
  /// - Throws: `DatabaseError`.
  public func approve(_ reward: Transfer) throws {
    guard let referral = try reward.referral.flatMap(Referrals(scope).find) else { return }
    _ = try recount(referral) {
      if referral.risk.holding.contains(where: { reward.reasons.contains($0.rawValue) }) {
        try clearRisk(of: referral.id)
      }
      if reward.reasons.contains(RecordedReward.claimedReferrer) {
        try ReferrerClaims(scope: scope).clear(referral.id)
      }
      if reward.reasons.contains(RecordedReward.clientFact), let fact = reward.fact {
        try scope.connection.send(
          """
          UPDATE conversions SET trust = $4
          WHERE app = $1 AND referral = $2 AND fact = $3
            AND (trust IS NULL OR trust <> 'server')
          """, [scope.tenant, .id(referral.id), .id(fact), .text(StepFact.vouched)])
      }
    }
  }

  private func clearRisk(of referral: ReferralID) throws {
    try scope.connection.send(
      "UPDATE referrals SET risk_cleared_at = $3 WHERE app = $1 AND id = $2",
      [scope.tenant, .id(referral), scope.time])
  }

  private func recount(_ referral: Referral, after change: () throws -> Void) throws -> [Transfer] {
    guard let campaign = scope.app.campaign(referral.campaign) else {
      try change()
      return []
    }
    return try ReferralLoop(scope: scope, campaign: campaign).recount(referral, after: change)
  }

  /// Why rules on counts do not count a referral, by rule; none when all do.
  /// - Throws: `DatabaseError`.
  public func objections(
    to referral: Referral
  ) throws -> [(rule: RuleID, reasons: [String])] {
    guard let campaign = scope.app.campaign(referral.campaign) else { return [] }
    let rules = campaign.rules.filter(\.rule.trigger.waitsForCount)
    guard !rules.isEmpty else { return [] }
    guard let step = ReferralProgress.step(reaching: referral.state, goal: campaign.goal) else {
      return rules.map { ($0.id, [referral.state.rawValue]) }
    }
    let loop = ReferralLoop(scope: scope, campaign: campaign)
    let standing = referral.standing(
      isVouched: try loop.fact(of: step, of: referral)?.isVouched ?? false)
    return rules.map { ($0.id, standing.objections(of: $0.rule)) }.filter { !$0.1.isEmpty }
  }
}
