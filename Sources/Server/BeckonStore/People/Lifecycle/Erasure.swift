import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Erases people: what is personal goes, counts and the ledger stay, and tombstones keep late facts
/// from bringing them back.
public struct Erasure {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Erases a person. Rewards that are held for them go back to the budget, what they have earned
  /// is forfeited by transfer; their referrer's rewards stay. `false` when there is no such person.
  /// - Parameter trust: who asks. What the app's server has stored under a user id that only a
  ///   client claimed may be another's: it does not go by a client's word.
  /// - Throws: `DatabaseError`.
  public func erase(_ id: PersonID, by trust: Trust) throws -> Bool {
    let people = People(scope)
    guard let person = try people.present(id) else { return false }
    let known = KnownPerson(id: person.id, identities: try people.known(of: person.id))
    let installs = try Installs(scope).installs(of: person.id)
    let wasWelcomed = try Returning(scope).wasWelcomed(person.id)
    try settle(person.id)
    for subject in [person.id.identifier] + installs.map(\.client) {
      try bury(subject, isConfirmed: true, wasWelcomed)
      try forget(factsOf: subject)
    }
    for identity in known.identities {
      let isOwn = known.ownsFacts(of: identity, to: trust)
      // What a known person only claimed beside may be another's, who is still to be welcomed.
      let isTheirs = identity.isConfirmed || known.standing != .confirmed
      try bury(
        scope.app.digest(of: identity.identity), isConfirmed: isOwn, wasWelcomed && isTheirs)
      try forget(identity.identity, isOwn: isOwn)
    }
    for install in installs { try forget(install.id) }
    try scope.connection.send(
      """
      UPDATE installs SET person = NULL, named_by_server = NULL, unproven = NULL
      WHERE app = $1 AND person = $2
      """, [scope.tenant, .id(person.id)])
    try Tokens(scope).revoke(owner: person.id.identifier)
    try SignInTokens(scope).revoke(person.id)
    try Idempotency(scope).forget(person.id)
    try scope.connection.send(
      "DELETE FROM identities WHERE app = $1 AND person = $2", [scope.tenant, .id(person.id)])
    try scope.connection.send(
      """
      UPDATE people SET attributes = '{}', server_attributes = '{}', consent = NULL,
        erased_at = $3
      WHERE app = $1 AND id = $2
      """, [scope.tenant, .id(person.id), scope.time])
    return true
  }

  private func settle(_ person: PersonID) throws {
    let ledger = Ledger(scope)
    for transfer in try ledger.transfers(to: person)
    where [.pending, .inReview].contains(transfer.state) {
      try ledger.void(transfer.id, reason: "erased")
    }
    for balance in try ledger.balances(of: person) {
      let id = TransferID(Identifier(hashing: "forfeit", person.text, balance.unit))
      if let transfer = Transfer.forfeiting(balance, of: person, id: id, at: scope.now) {
        try ledger.record(transfer)
      }
    }
  }

  /// - Parameter isConfirmed: whether it was theirs for sure. If not, facts of the app's server are
  ///   taken all the same: somebody may have claimed what is another's, and erased it.
  private func bury(_ digest: Identifier, isConfirmed: Bool, _ wasWelcomed: Bool) throws {
    try scope.connection.send(
      """
      INSERT INTO tombstones (app, digest, erased_at, confirmed, welcomed)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (app, digest) DO UPDATE SET
        confirmed = CASE WHEN excluded.confirmed = 1 THEN 1 ELSE tombstones.confirmed END,
        welcomed = CASE WHEN excluded.welcomed = 1 THEN 1 ELSE tombstones.welcomed END
      """,
      [
        scope.tenant, .identifier(digest), scope.time, .bool(isConfirmed), .bool(wasWelcomed),
      ])
  }

  private func forget(factsOf subject: Identifier) throws {
    try scope.connection.send(
      "DELETE FROM facts WHERE app = $1 AND subject = $2", [scope.tenant, .identifier(subject)])
    try Outbox(scope).forget(subject)
  }

  private func forget(_ identity: Identity, isOwn: Bool) throws {
    let digest = scope.app.digest(of: identity)
    if isOwn { try CapturedPayments(scope).forget(payer: digest) }
    guard identity.kind == .userID else { return }
    if isOwn { return try forget(factsOf: digest) }
    try scope.connection.send(
      "DELETE FROM facts WHERE app = $1 AND subject = $2 AND trust = $3",
      [scope.tenant, .identifier(digest), .text(Trust.client.rawValue)])
  }

  /// The install's match stays, because counts rest on it; what describes the device goes.
  private func forget(_ install: InstallID) throws {
    try Tokens(scope).revoke(owner: install.identifier)
    try ConversionValues(scope).forget(install)
    try AppleAdsTokens(scope).forget(install)
    try scope.connection.send(
      """
      UPDATE installs SET device = '{}', person = NULL, named_by_server = NULL, network = $3
      WHERE app = $1 AND id = $2
      """, [scope.tenant, .id(install), .identifier(Identifier(high: 0, low: 0))])
  }
}
