import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Takes back what a fact has caused: a refund.
public struct Reversals {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Whether a fact was taken back, perhaps before it came.
  /// - Throws: `DatabaseError`.
  func isReversed(_ fact: FactID) throws -> Bool {
    try scope.connection.first(
      "SELECT 1 FROM reversals WHERE app = $1 AND fact = $2", [scope.tenant, .id(fact)]
    ) { _ in true } ?? false
  }

  /// Voids or claws back every reward that a fact caused, and takes the referrals that it advanced
  /// out of the counts as `reversed`. Doing it again changes nothing.
  /// - Throws: `DatabaseError`.
  public func reverse(_ fact: FactID, by refund: FactID) throws -> [Transfer] {
    try scope.connection.send(
      "INSERT INTO reversals (app, fact, refund) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [scope.tenant, .id(fact), .id(refund)])
    let ledger = Ledger(scope)
    var takenBack: [Transfer] = []
    for reward in try ledger.rewards(causedBy: fact) {
      if let transfer = try ledger.takeBack(reward.id, fact: refund, reasons: ["refund"]) {
        takenBack.append(transfer)
      }
    }
    try reverseSteps(reachedBy: fact)
    return takenBack
  }

  /// Takes back what a client's fact has caused because the server told otherwise, but for the
  /// rewards that the server's word gives as well. Of the campaigns of a group, the one that has
  /// paid for the fact keeps it as long as such a reward stands there.
  func takeBack(_ fact: FactID, except kept: Set<TransferID>) throws {
    try WaitingFacts(scope).forget(fact)
    let ledger = Ledger(scope)
    var paying: Set<CampaignID> = []
    for reward in try ledger.rewards(causedBy: fact) {
      guard kept.contains(reward.id) else {
        try ledger.takeBack(reward.id, fact: fact, reasons: [RecordedReward.toldOtherwise])
        continue
      }
      if try ledger.isPaid(reward), let campaign = reward.campaign { paying.insert(campaign) }
    }
    for campaign in scope.app.campaigns where !paying.contains(campaign.id) {
      try RewardBounds(scope, campaign).freeGroup(fact)
    }
  }

  /// Takes away the steps that a client's fact has reached whose id the server uses for another:
  /// as if they had not come.
  func retractSteps(reachedBy fact: FactID) throws {
    for (id, step) in try steps(reachedBy: fact) {
      guard let referral = try Referrals(scope).find(id),
        let campaign = scope.app.campaign(referral.campaign)
      else { continue }
      try ReferralLoop(scope: scope, campaign: campaign).retract(step, of: referral)
    }
  }

  private func steps(reachedBy fact: FactID) throws -> [(referral: ReferralID, step: Int)] {
    try scope.connection.rows(
      "SELECT referral, step FROM conversions WHERE app = $1 AND fact = $2",
      [scope.tenant, .id(fact)]
    ) { (referral: $0.id(0, ReferralID.self), step: Int($0.integer(1))) }
  }

  /// Takes back the steps that a fact has reached which was refunded.
  func reverseSteps(reachedBy fact: FactID) throws {
    for (id, step) in try steps(reachedBy: fact) {
      guard let referral = try Referrals(scope).find(id),
        let campaign = scope.app.campaign(referral.campaign)
      else { continue }
      try ReferralLoop(scope: scope, campaign: campaign).refund(step, of: referral)
    }
  }
}
