import BeckonEngine
import BeckonModel

/// The install that a sign-up names: what it proves, and whose it becomes.
extension SignUp {
  /// Whether the call may say who uses an install. The app's server knows an install's id only from
  /// an app, which may have told it another's: so by a bare id it names nobody in place of who uses
  /// the install already. A vendor's ids are secrets between its client and that server.
  func isInstallProven(_ install: Install) throws -> Bool {
    if try isShown(install) { return true }
    guard request.proof.trust == .server else { return false }
    guard install.vendor == nil, let user = install.person, !request.identities.isEmpty else {
      return true
    }
    return try request.identities.contains { try people.find($0) == user }
  }

  /// Whether the call shows a token of an install, or of who uses it.
  func isShown(_ install: Install) throws -> Bool {
    let tokens = Tokens(scope)
    if try tokens.holds(request.proof, owner: install.id.identifier) { return true }
    return try install.person.map { try tokens.holds(request.proof, owner: $0.identifier) } ?? false
  }

  /// Whether the call names somebody whom the app had before it came here. Then no link that was
  /// clicked here led to their install, whichever client tells of it, or the app's server; and
  /// nobody brought them. An identity that is and stays somebody else's says nothing of them.
  func settleAge(_ install: Install?, _ decision: IdentityDecision) throws -> Bool {
    let own = zip(request.identities, decision.fates).filter { $1 != .conflict }.map(\.0)
    let known = own + (decision.owner?.identities.map(\.identity) ?? [])
    guard install != nil || request.click != nil || request.referrer != nil,
      try EarlierIDs(scope).contains(anyOf: known)
    else { return false }
    if let install { try OldInstalls(scope).settle(install.id, usedBy: decision.owner?.id) }
    return true
  }

  /// Makes the install the person's. An anonymous person who used it becomes one with them. Gives
  /// who used it before.
  func take(_ install: Install?, for person: Person) throws -> PersonID? {
    guard let install else { return nil }
    if install.person != person.id {
      try Installs(scope).assign(install.id, to: person.id)
      try CapturedPayments(scope).give(person.id, on: install.id)
      for identity in request.identities where identity.kind == .userID {
        try CapturedPayments(scope).join(install, payer: identity)
      }
    } else {
      try Installs(scope).own(install.id)
    }
    if request.proof.trust == .server, !request.identities.isEmpty {
      try Installs(scope).noteNamedByServer(install.id)
    }
    if try install.vendor != nil || isShown(install) {
      try Installs(scope).note(install.id, isShown: true)
    } else if install.person != person.id {
      try Installs(scope).note(install.id, isShown: false)
    }
    guard let previous = install.person, previous != person.id else { return nil }
    if try people.identities(of: previous).isEmpty, try people.isPresent(previous) {
      try Merge(scope).merge(previous, into: person.id)
      return nil
    }
    return previous
  }

  /// The install that the app's server names without a proof: it is not the person's by that, but
  /// two accounts on one phone are two accounts on one phone.
  var suspect: Install? {
    get throws {
      guard request.proof.trust == .server else { return nil }
      return try request.installID.flatMap(Installs(scope).find(client:))
    }
  }

  func wasReferrers(
    _ install: Install?, _ source: ReferralSource?, _ previous: PersonID?
  ) throws -> Bool {
    guard let install, let referrer = source?.referrer else { return false }
    return try previous == referrer || Installs(scope).wasUsed(install.id, by: referrer)
  }

  /// Whose token is shown by a call that names no install, if they are anonymous still: what the
  /// call names them by becomes theirs.
  func shownAnonymous() throws -> KnownPerson? {
    guard !request.identities.isEmpty,
      let owner = try Tokens(scope).owner(request.proof).flatMap({ try known(PersonID($0)) }),
      owner.standing == .anonymous
    else { return nil }
    return owner
  }
}
