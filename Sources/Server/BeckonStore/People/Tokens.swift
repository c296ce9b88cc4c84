import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Tokens: they prove that a call comes from a person or an install. Only their hashes are stored.
public struct Tokens {
  /// Most tokens of one owner that phones have asked for, and most that were answered to the app's
  /// server; the oldest gives way. One for each phone, with room.
  public static let perOwnerMax: Int64 = 20
  /// Most of these of one install, or of calls that named none.
  static let perInstallMax: Int64 = 5

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Whether the caller may read and change this person: with a secret key, or with the person's
  /// token.
  /// - Throws: `DatabaseError`.
  public func prove(_ proof: Proof, _ person: PersonID) throws -> Bool {
    try prove(proof, owner: person.identifier)
  }

  /// Whether the caller may change this person, or the one into whom this one was merged, who has
  /// the tokens since.
  /// - Throws: `DatabaseError`.
  public func proveSurvivor(_ proof: Proof, _ person: PersonID) throws -> Bool {
    if try prove(proof, person) { return true }
    guard let survivor = try People(scope).present(person)?.id, survivor != person else {
      return false
    }
    return try prove(proof, survivor)
  }

  /// Whether the caller may speak for this install: with a secret key, or with its token.
  /// - Throws: `DatabaseError`.
  public func prove(_ proof: Proof, _ install: InstallID) throws -> Bool {
    try prove(proof, owner: install.identifier)
  }

  /// Whether the caller may speak for this install, also as the person who uses it.
  /// - Throws: `DatabaseError`.
  public func speaks(_ proof: Proof, for install: Install) throws -> Bool {
    if try prove(proof, install.id) { return true }
    return try install.person.map { try prove(proof, $0) } ?? false
  }

  private func prove(_ proof: Proof, owner: Identifier) throws -> Bool {
    try proof.key == .secret || holds(proof, owner: owner)
  }

  /// Whether the caller shows a token of this person or install, whatever the key.
  /// - Throws: `DatabaseError`.
  func holds(_ proof: Proof, owner: Identifier) throws -> Bool {
    try proof.known.contains(owner) || shows(proof, tokenOf: owner)
  }

  /// Whether the caller shows a token of this person or install: a bare id is none.
  /// - Throws: `DatabaseError`.
  func shows(_ proof: Proof, tokenOf owner: Identifier) throws -> Bool {
    try self.owner(proof) == owner
  }

  /// Whose the token is that the caller shows; `nil` without one.
  /// - Throws: `DatabaseError`.
  func owner(_ proof: Proof) throws -> Identifier? {
    guard let digest = proof.digest else { return nil }
    return try scope.connection.first(
      "SELECT owner FROM tokens WHERE app = $1 AND digest = $2",
      [scope.tenant, .identifier(digest)]
    ) { $0.identifier(0) }
  }

  /// The person whose token the caller shows; `nil` without one, and for an install's.
  /// - Throws: `DatabaseError`.
  public func person(of proof: Proof) throws -> PersonID? {
    try owner(proof).flatMap { try People(scope).present(PersonID($0))?.id }
  }

  /// The install on which the token was asked for that the caller shows.
  /// - Throws: `DatabaseError`.
  func install(of proof: Proof) throws -> InstallID? {
    guard let digest = proof.digest else { return nil }
    return try scope.connection.first(
      "SELECT install FROM tokens WHERE app = $1 AND digest = $2",
      [scope.tenant, .identifier(digest)]
    ) { $0.optionalID(0, InstallID.self) } ?? nil
  }

  static let insertion = Insertion(
    "tokens",
    [
      .integer("app"), .identifier("digest"), .identifier("owner"), .integer("created_at"),
      .identifier("install"), .integer("by_server"),
    ])

  /// A token for a person or install, and its row.
  /// - Parameters:
  ///   - install: the install whose call is answered with it.
  ///   - trust: who is answered with it.
  func new(
    for owner: Identifier, on install: InstallID? = nil, by trust: Trust = .client
  ) -> (token: String, row: [DatabaseValue]) {
    let token = TokenText.new(at: scope.now, scope.ambient)
    return (
      token.text,
      [
        scope.tenant, .identifier(token.digest), .identifier(owner), scope.time, .id(install),
        trust == .server ? .bool(true) : .null,
      ]
    )
  }

  /// Makes a token for a person who may have others. No install pushes out those of all others, and
  /// no call of the app's server one that a phone has asked for: a server may name an install at
  /// each log-in. Of those that it was answered for an install, the first stays beside the latest,
  /// for it may have handed on that one and no other.
  /// - Throws: `DatabaseError`.
  func issue(to person: PersonID, on install: InstallID?, by trust: Trust) throws -> String {
    let (token, row) = new(for: person.identifier, on: install, by: trust)
    try scope.connection.insert([row], by: Self.insertion)
    let kept: Int64 = trust == .server ? 1 : 0
    try scope.connection.send(
      """
      DELETE FROM tokens WHERE app = $1 AND digest <> $3 AND digest IN (
        SELECT digest FROM (
          SELECT digest,
            ROW_NUMBER() OVER (ORDER BY created_at DESC, digest) AS place,
            ROW_NUMBER() OVER (PARTITION BY install ORDER BY created_at DESC, digest)
              AS place_on_install,
            ROW_NUMBER() OVER (PARTITION BY install ORDER BY created_at, digest)
              AS age_on_install
          FROM tokens {by tokens_by_owner}
          WHERE app = $1 AND owner = $2 AND COALESCE(by_server, 0) = $7) AS placed
        WHERE place > $4 OR (place_on_install > $5 AND age_on_install > $6))
      """,
      [
        scope.tenant, .id(person), .identifier(TokenText.digest(of: token)),
        .integer(Self.perOwnerMax), .integer(Self.perInstallMax - kept), .integer(kept),
        .integer(kept),
      ])
    return token
  }

  /// Makes a token for a person on no install, for a client.
  /// - Throws: `DatabaseError`.
  public func issue(to person: PersonID) throws -> String {
    try issue(to: person, on: nil, by: .client)
  }

  /// Notes that a phone has shown a token of this install's: now it is the phone's own.
  /// - Throws: `DatabaseError`.
  func note(_ token: String, on install: InstallID) throws {
    try scope.connection.send(
      """
      UPDATE tokens SET install = COALESCE(install, $3), by_server = NULL
      WHERE app = $1 AND digest = $2 AND (install IS NULL OR by_server IS NOT NULL)
      """, [scope.tenant, .identifier(TokenText.digest(of: token)), .id(install)])
  }

  /// Makes the tokens of a merged person those of the survivor.
  /// - Throws: `DatabaseError`.
  func move(from old: PersonID, to new: PersonID) throws {
    try scope.connection.send(
      "UPDATE tokens SET owner = $3 WHERE app = $1 AND owner = $2",
      [scope.tenant, .id(old), .id(new)])
  }

  /// Makes the tokens of a person or install worthless.
  /// - Throws: `DatabaseError`.
  func revoke(owner: Identifier) throws {
    try scope.connection.send(
      "DELETE FROM tokens WHERE app = $1 AND owner = $2", [scope.tenant, .identifier(owner)])
  }

  /// Makes a person's tokens worthless, but for those of one install: any other may be of somebody
  /// who only claimed to be them.
  /// - Throws: `DatabaseError`.
  func revoke(_ person: PersonID, butOn install: InstallID?) throws {
    let kept = install?.identifier ?? Identifier(high: 0, low: 0)
    try scope.connection.send(
      "DELETE FROM tokens WHERE app = $1 AND owner = $2 AND (install IS NULL OR install <> $3)",
      [scope.tenant, .id(person), .identifier(kept)])
  }

  /// Makes the token that the caller shows worthless, if it is this person's; else `false`.
  /// - Throws: `DatabaseError`.
  public func endShown(_ proof: Proof, of person: PersonID) throws -> Bool {
    guard let digest = proof.digest, try shows(proof, tokenOf: person.identifier) else {
      return false
    }
    try scope.connection.send(
      "DELETE FROM tokens WHERE app = $1 AND digest = $2", [scope.tenant, .identifier(digest)])
    return true
  }

  /// Makes a person's tokens worthless, but for the one that the caller shows.
  /// - Throws: `DatabaseError`.
  func revoke(_ person: PersonID, butShownBy proof: Proof) throws {
    let kept = proof.digest ?? Identifier(high: 0, low: 0)
    try scope.connection.send(
      "DELETE FROM tokens WHERE app = $1 AND owner = $2 AND digest <> $3",
      [scope.tenant, .id(person), .identifier(kept)])
  }
}
