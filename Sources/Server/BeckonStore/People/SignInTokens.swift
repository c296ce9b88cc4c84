import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Tokens that the app's server asks for, so that its user can sign in on a new phone, or choose
/// another password. Each is good once, for a short while and for one of the two. Only their hashes
/// are stored.
public struct SignInTokens {
  /// What one is good for.
  public enum Purpose: Sendable {
    /// To sign in.
    case signIn
    /// To choose another password. It lives as long as a mail may take.
    case passwordReset

    /// What they begin with, which tells them from signed identities.
    var prefix: String { self == .signIn ? "sit" : "pwr" }
    /// What is hashed with them.
    fileprivate var word: String { self == .signIn ? "sign-in token" : "password-reset token" }

    /// How long one is good.
    public var lifeMilliseconds: Int64 {
      self == .signIn ? 15 * Span.minuteMilliseconds : Span.hourMilliseconds
    }
  }

  /// Most open ones of one person; the oldest gives way.
  static let perPersonMax: Int64 = 20

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Makes a token for a person; `nil` for one for whom the app's server has not vouched: somebody
  /// else may have made them up with the app's publishable key, and have tokens of theirs.
  /// - Throws: `DatabaseError`.
  public func issue(to person: PersonID) throws -> (token: String, expiresAt: Instant)? {
    let known = KnownPerson(id: person, identities: try People(scope).known(of: person))
    guard known.standing == .confirmed else { return nil }
    return try issue(to: person, for: .signIn)
  }

  /// Makes a token by which a person who has a password chooses another; `nil` for who has none.
  /// - Throws: `DatabaseError`.
  public func issueReset(to person: PersonID) throws -> (token: String, expiresAt: Instant)? {
    guard try Passwords(scope).find(of: person) != nil else { return nil }
    return try issue(to: person, for: .passwordReset)
  }

  private func issue(
    to person: PersonID, for purpose: Purpose
  ) throws -> (token: String, expiresAt: Instant) {
    let token = scope.ambient.secret(prefix: purpose.prefix)
    let digest = DatabaseValue.identifier(Self.digest(of: token, for: purpose))
    let expiresAt = scope.now.adding(milliseconds: purpose.lifeMilliseconds)
    try scope.connection.send(
      "INSERT INTO sign_in_tokens (app, digest, person, expires_at) VALUES ($1, $2, $3, $4)",
      [scope.tenant, digest, .id(person), .instant(expiresAt)])
    try scope.connection.send(
      """
      DELETE FROM sign_in_tokens WHERE app = $1 AND digest <> $3 AND digest IN (
        SELECT digest FROM sign_in_tokens WHERE app = $1 AND person = $2
        ORDER BY expires_at DESC, digest LIMIT 1000 OFFSET $4)
      """, [scope.tenant, .id(person), digest, .integer(Self.perPersonMax)])
    return (token, expiresAt)
  }

  /// Uses a token up, and gives whose it was, who may have been merged since; `nil` when it is not
  /// good.
  /// - Throws: `DatabaseError`.
  public func use(_ token: String, for purpose: Purpose = .signIn) throws -> PersonID? {
    guard let person = try holder(of: token, for: purpose) else { return nil }
    let digest = DatabaseValue.identifier(Self.digest(of: token, for: purpose))
    try scope.connection.send(
      "DELETE FROM sign_in_tokens WHERE app = $1 AND digest = $2", [scope.tenant, digest])
    return person
  }

  /// Whose a token is, who may have been merged since; `nil` when it is not good.
  /// - Throws: `DatabaseError`.
  public func holder(of token: String, for purpose: Purpose) throws -> PersonID? {
    try scope.connection.first(
      "SELECT person FROM sign_in_tokens WHERE app = $1 AND digest = $2 AND expires_at > $3",
      [scope.tenant, .identifier(Self.digest(of: token, for: purpose)), scope.time]
    ) { $0.id(0, PersonID.self) }.flatMap(People(scope).present)?.id
  }

  /// Makes a person's tokens worthless.
  /// - Throws: `DatabaseError`.
  func revoke(_ person: PersonID) throws {
    try scope.connection.send(
      "DELETE FROM sign_in_tokens WHERE app = $1 AND person = $2", [scope.tenant, .id(person)])
  }

  private static func digest(of token: String, for purpose: Purpose) -> Identifier {
    Identifier(hashing: purpose.word, token)
  }
}
