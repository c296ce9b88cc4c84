import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Passwords by which people sign in with an e-mail address: one of a person at most. Only hashes
/// are stored. One counts for as long as its address is the person's.
public struct Passwords {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A password as it is stored.
  public struct Stored: Hashable, Sendable {
    /// Whose it is.
    public let person: PersonID
    /// The address to which it belongs, by its digest.
    public let email: Identifier
    /// Its hash.
    public let hash: PasswordHash
  }

  /// The password of a person.
  /// - Throws: `DatabaseError`.
  public func find(of person: PersonID) throws -> Stored? {
    let row = try scope.connection.first(
      "SELECT email, hash FROM passwords WHERE app = $1 AND person = $2",
      [scope.tenant, .id(person)]
    ) { (email: $0.identifier(0), hash: $0.text(1)) }
    guard let row, let hash = PasswordHash(text: row.hash) else { return nil }
    return Stored(person: person, email: row.email, hash: hash)
  }

  /// The password that belongs to an e-mail address in normal form; `nil` when the address is
  /// nobody's, or is somebody's who has none or has one for another address.
  /// - Throws: `DatabaseError`.
  public func find(_ email: Identity) throws -> Stored? {
    guard let person = try People(scope).find(email).flatMap(People(scope).present)?.id,
      let stored = try find(of: person), stored.email == scope.app.digest(of: email)
    else { return nil }
    return stored
  }

  /// Gives a person a password in place of what they had.
  /// - Parameters:
  ///   - email: the digest of the address.
  ///   - proof: what was shown; the install of a token's is the password's.
  /// - Throws: `DatabaseError`.
  public func set(
    _ hash: PasswordHash, for person: PersonID, email: Identifier, by proof: Proof
  ) throws {
    try scope.connection.send(
      """
      INSERT INTO passwords (app, person, email, hash, install, changed_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (app, person) DO UPDATE SET email = excluded.email, hash = excluded.hash,
        install = excluded.install, changed_at = excluded.changed_at
      """,
      [
        scope.tenant, .id(person), .identifier(email), .text(hash.text),
        .id(try Tokens(scope).install(of: proof)), scope.time,
      ])
  }

  /// Gives a person a password for one of their addresses.
  /// - Throws: `DatabaseError`.
  public func set(
    _ hash: PasswordHash, for person: PersonID, email: Identity, by proof: Proof
  ) throws {
    try set(hash, for: person, email: scope.app.digest(of: email), by: proof)
  }

  /// Stores the same password by another hash.
  /// - Throws: `DatabaseError`.
  public func renew(_ stored: Stored, as hash: PasswordHash) throws {
    try scope.connection.send(
      "UPDATE passwords SET hash = $3 WHERE app = $1 AND person = $2",
      [scope.tenant, .id(stored.person), .text(hash.text)])
  }

  /// Makes a person's password worthless, unless it was set from this install.
  /// - Throws: `DatabaseError`.
  func end(of person: PersonID, butFrom install: InstallID? = nil) throws {
    let kept = install?.identifier ?? Identifier(high: 0, low: 0)
    try scope.connection.send(
      "DELETE FROM passwords WHERE app = $1 AND person = $2 AND (install IS NULL OR install <> $3)",
      [scope.tenant, .id(person), .identifier(kept)])
  }

  /// Makes the password worthless that somebody has for an address which becomes another's.
  /// - Throws: `DatabaseError`.
  func end(for email: Identity) throws {
    guard email.kind == .email, let stored = try find(email) else { return }
    try end(of: stored.person)
  }

  /// The survivor of a merge keeps their password, or gets the other's.
  /// - Throws: `DatabaseError`.
  func merge(_ old: PersonID, into new: PersonID) throws {
    if try find(of: new) != nil { return try end(of: old) }
    try scope.connection.send(
      "UPDATE passwords SET person = $3 WHERE app = $1 AND person = $2",
      [scope.tenant, .id(old), .id(new)])
  }
}
