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
    let installs = try Installs(scope).proven(of: person.id)
    let wasWelcomed = try wasWelcomed(known)
    let features = Feature.all.map(\.erasure)
    var subjects = [person.id.identifier] + installs.map(\.client)
    try features.forEach { try $0.settle(scope, person.id) }
    for subject in subjects {
      try bury(subject, isConfirmed: true, wasWelcomed)
      try features.forEach { try $0.subject(scope, subject) }
    }
    for identity in known.identities {
      let isOwn = known.ownsFacts(of: identity, to: trust)
      // What a known person only claimed beside may be another's, who is still to be welcomed.
      let isTheirs = identity.isConfirmed || known.standing != .confirmed
      let digest = scope.app.digest(of: identity.identity)
      let isFromBefore = try EarlierIDs(scope).contains(anyOf: [identity.identity])
      try bury(digest, isConfirmed: isOwn, wasWelcomed && isTheirs || isFromBefore)
      if isOwn { try features.forEach { try $0.identity(scope, digest) } }
      guard identity.identity.kind == .userID else { continue }
      if isOwn { subjects += [digest] + (try eraseVisits(of: digest, wasWelcomed)) }
      try features.forEach {
        try isOwn ? $0.subject(scope, digest) : $0.claimedSubject(scope, digest)
      }
    }
    for install in installs { try features.forEach { try $0.install(scope, install.id) } }
    try features.forEach { try $0.person(scope, person.id) }
    try Feed(scope).publishErasure(of: person.id, subjects)
    return true
  }

  /// Whether something was paid to the person, here or, as far as anybody knows for sure, where the
  /// app had them before: that is forgotten now, so the tombstones remember it.
  private func wasWelcomed(_ known: KnownPerson) throws -> Bool {
    try Returning(scope).wasWelcomed(known.id)
      || EarlierIDs(scope).contains(
        anyOf: known.identities.filter(\.isConfirmed).map(\.identity))
  }

  /// Erases what is stored of a user's visits, and gives under whom it stood.
  private func eraseVisits(of user: Identifier, _ wasWelcomed: Bool) throws -> [Identifier] {
    let visitors = try Visitors(scope).all(of: user)
    for visitor in visitors {
      try bury(visitor, isConfirmed: true, wasWelcomed)
      try Feature.all.forEach { try $0.erasure.subject(scope, visitor) }
    }
    try Visitors(scope).forget(of: user)
    return visitors
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
}
