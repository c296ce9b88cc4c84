import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Installs that turn out to be older than the app's attribution, after something was found to have
/// led to them: on iOS no client tells at the first launch when the app was installed.
public struct OldInstalls {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Takes its link and click from an install, and what was paid for them. Doing it again changes
  /// nothing.
  /// - Throws: `DatabaseError`.
  public func settle(_ install: InstallID) throws {
    let decisions = Decisions(scope)
    guard let old = try decisions.find(install), old.reason != AttributionReason.oldInstall.rawValue
    else { return }
    try decisions.decideAgain(install, decisions.new(.ofOldInstall), instead: old)
    if let click = old.click {
      try scope.connection.send(
        "DELETE FROM click_claims WHERE app = $1 AND click = $2 AND install = $3",
        [scope.tenant, .id(click), .id(install)])
    }
    for person in try Installs(scope).users(of: install) { try void(old.id, person) }
  }

  /// Ends the referrals that a decision has led to: held rewards are voided, posted ones clawed
  /// back.
  private func void(_ decision: DecisionID, _ person: PersonID) throws {
    let (ledger, reason) = (Ledger(scope), AttributionReason.oldInstall.rawValue)
    for referral in try Referrals(scope).all(of: person)
    where referral.evidence["decision"] == .id(decision) {
      try ReferralReview(scope).reject(referral, reason: reason)
      for reward in try ledger.rewards(for: referral.id) {
        try ledger.takeBack(reward.id, fact: nil, reasons: [reason])
      }
    }
  }
}
