import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Installs that turn out to be older than the app's attribution, after something was found to have
/// led to them: on iOS no client tells at the first launch when the app was installed, and whose an
/// install is is known when they sign up.
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

  /// The same for the install of somebody whom the app had before it came here, unless somebody
  /// else was there first: an account of before on another's new phone does not make that old.
  /// - Parameter person: who they are; `nil` for somebody new.
  /// - Throws: `DatabaseError`.
  func settle(_ install: InstallID, usedBy person: PersonID?) throws {
    let people = People(scope)
    let others = try Installs(scope).users(of: install).filter { $0 != person }
    let isAnothers = try others.contains { other in
      // Who is erased was somebody; who is anonymous may be the same.
      try !people.isPresent(other) || !people.known(of: other).isEmpty
    }
    if !isAnothers { try settle(install) }
  }

  /// The same for all installs of such a person.
  /// - Throws: `DatabaseError`.
  public func settleAll(of person: PersonID) throws {
    for install in try Installs(scope).used(by: person) { try settle(install, usedBy: person) }
  }

  /// Ends the referrals that a decision has led to: held rewards are voided, posted ones clawed
  /// back.
  private func void(_ decision: DecisionID, _ person: PersonID) throws {
    let (ledger, reason) = (Ledger(scope), AttributionReason.oldInstall.rawValue)
    for referral in try Referrals(scope).all(of: person)
    where referral.evidence["decision"] == .id(decision) {
      if referral.outlivesItsInstall {
        try leave(referral)
      } else {
        try ReferralReview(scope).reject(referral, reason: reason)
      }
      for reward in try ledger.rewards(for: referral.id) {
        try ledger.takeBack(reward.id, fact: nil, reasons: [reason])
      }
    }
  }

  /// Takes the referrer from a referral that goes on without one.
  private func leave(_ referral: Referral) throws {
    if let move = referral.moveToEnd { try ReferralCounts(scope).count(move) }
    try Referrals(scope).dropReferrer(of: referral, for: .tooLate, keepsEvidence: false)
  }
}
