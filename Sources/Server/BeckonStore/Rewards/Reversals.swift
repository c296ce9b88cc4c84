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
    try scope.connection.run(
      "INSERT INTO reversals (app, fact, refund) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [scope.tenant, .id(fact), .id(refund)])
    let ledger = Ledger(scope)
    var takenBack: [Transfer] = []
    for reward in try ledger.rewards(causedBy: fact) {
      if let transfer = try ledger.takeBack(reward.id, fact: refund, reason: "refund") {
        takenBack.append(transfer)
      }
    }
    let advanced = try scope.connection.rows(
      "SELECT referral FROM conversions WHERE app = $1 AND fact = $2", [scope.tenant, .id(fact)]
    ) { $0.id(0, ReferralID.self) }
    for id in advanced {
      guard let referral = try Referrals(scope).find(id),
        let campaign = scope.app.campaign(referral.campaign)
      else { continue }
      try ReferralLoop(scope: scope, campaign: campaign).end(referral, as: .reversed)
    }
    return takenBack
  }
}
