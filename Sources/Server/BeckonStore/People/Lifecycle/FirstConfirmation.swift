import BeckonEngine
import BeckonModel

/// The app's server names a person for the first time. Until then anybody may have spoken in their
/// name; what did is no proof any more, and what was kept from the person can be made up for.
struct FirstConfirmation {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Ends what could be another's, but for the install that the server names: tokens, and referrers
  /// as good as certain. The time in which a referrer can be set begins anew.
  /// - Parameter received: when it begins; now unless told.
  func note(_ person: PersonID, on install: Install?, received: Instant? = nil) throws {
    try Tokens(scope).revoke(person, butOn: install?.id)
    try Passwords(scope).end(of: person, butFrom: install?.id)
    // A vendor's clients have no way to sign in once more, so they go on until it is known which
    // phone is the person's.
    if let install { try Installs(scope).disown(person, but: install.id) }
    try ReferrerClaims(scope: scope).mark(person, but: install?.id)
    try ContactConsents(scope).forgetClaims(of: person)
    try Returning(scope).lift(person)
    let people = People(scope)
    guard let signedUpAt = try people.present(person)?.signedUpAt else { return }
    try people.noteSignUp(of: person, at: signedUpAt, received: received ?? scope.now)
  }

  /// The sign-up is the server's word from now on, wherever only a client had told it. What was not
  /// paid because of what others had done in the person's name is paid.
  func confirmSignUp(of person: PersonID, by fact: MovingFact) throws {
    for referral in try Referrals(scope).all(of: person) where referral.state.isCounted {
      guard let campaign = scope.app.campaign(referral.campaign) else { continue }
      let loop = ReferralLoop(scope: scope, campaign: campaign)
      _ = try loop.record(1, of: referral, after: loop.steps(of: referral.id), by: fact)
      try loop.settle(referral, first: fact)
    }
  }
}
