import BeckonEngine
import BeckonModel

/// Identities that become those of somebody who is here already.
struct AddedIdentities {
  let scope: Scope

  /// What they tell of the person counts from now on, as if it had been told at once.
  func catchUp(_ added: [Identity], of person: PersonID) throws {
    guard !added.isEmpty else { return }
    let returning = Returning(scope)
    if try returning.isReturning(person, by: added) { try returning.settle(person) }
    guard added.contains(where: { $0.kind == .email }) else { return }
    for referral in try Referrals(scope).all(of: person) {
      guard let campaign = scope.app.campaign(referral.campaign) else { continue }
      try Enrolment(scope: scope, campaign: campaign).noteMails(of: referral)
    }
  }
}
