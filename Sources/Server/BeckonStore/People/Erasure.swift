import BeckonBasics
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
  /// - Throws: `DatabaseError`.
  public func erase(_ id: PersonID) throws -> Bool {
    let people = People(scope)
    guard let person = try people.present(id) else { return false }
    let identities = try people.identities(of: person.id)
    let installs = try Installs(scope).installs(of: person.id)
    let wasWelcomed = try Returning(scope).wasWelcomed(person.id)
    try settle(person.id)
    for identity in identities { try bury(scope.app.digest(of: identity), wasWelcomed) }
    let subjects = people.subjects(of: person.id, identities, installs.map(\.client))
    for subject in subjects {
      try bury(subject, wasWelcomed)
      try scope.connection.send(
        "DELETE FROM facts WHERE app = $1 AND subject = $2", [scope.tenant, .identifier(subject)])
      try Outbox(scope).forget(subject)
    }
    for identity in identities {
      try CapturedPayments(scope).forget(payer: scope.app.digest(of: identity))
    }
    for install in installs { try forget(install.id) }
    try Tokens(scope).revoke(owner: person.id.identifier)
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
    for balance in try ledger.balances(of: person) where balance.posted != 0 {
      let isOwed = balance.posted > 0
      try ledger.record(
        Transfer(
          id: TransferID(Identifier(hashing: "forfeit", person.text, balance.unit)),
          kind: .forfeit, from: isOwed ? .person(person) : .app(.forfeited),
          to: isOwed ? .app(.forfeited) : .person(person), amount: abs(balance.posted),
          unit: balance.unit, reasons: ["erased"], createdAt: scope.now, settledAt: scope.now))
    }
  }

  private func bury(_ digest: Identifier, _ wasWelcomed: Bool) throws {
    try scope.connection.send(
      """
      INSERT INTO tombstones (app, digest, erased_at, welcomed) VALUES ($1, $2, $3, $4)
      ON CONFLICT (app, digest) DO UPDATE SET welcomed = excluded.welcomed
      WHERE excluded.welcomed = 1 AND tombstones.welcomed = 0
      """,
      [scope.tenant, .identifier(digest), scope.time, .integer(wasWelcomed ? 1 : 0)])
  }

  /// The install's match stays, because counts rest on it; what describes the device goes.
  private func forget(_ install: InstallID) throws {
    try Tokens(scope).revoke(owner: install.identifier)
    try ConversionValues(scope).forget(install)
    try AppleAdsTokens(scope).forget(install)
    try scope.connection.send(
      """
      UPDATE installs SET device = '{}', person = NULL, network = $3 WHERE app = $1 AND id = $2
      """, [scope.tenant, .id(install), .identifier(Identifier(high: 0, low: 0))])
  }
}
