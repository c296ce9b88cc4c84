import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Tokens by which a person signs in on a new phone, chooses another password, or shows that a mail
/// address is theirs. The app's server asks for them, or they stand in a mail. Each is good once,
/// for a while and for one of these. Only their hashes are stored.
public struct SignInTokens {
  /// What one is good for.
  public enum Purpose: Sendable {
    /// To sign in.
    case signIn
    /// To choose another password. It lives as long as a mail may take.
    case passwordReset
    /// To show that a mail address is theirs.
    case emailVerification

    /// What they begin with, which tells them from signed identities.
    var prefix: String {
      switch self {
      case .signIn: "sit"
      case .passwordReset: "pwr"
      case .emailVerification: "vem"
      }
    }

    /// What is hashed with them.
    fileprivate var word: String {
      switch self {
      case .signIn: "sign-in token"
      case .passwordReset: "password-reset token"
      case .emailVerification: "email-verification token"
      }
    }

    /// How long one is good.
    public var lifeMilliseconds: Int64 {
      switch self {
      case .signIn: 15 * Span.minuteMilliseconds
      case .passwordReset: Span.hourMilliseconds
      case .emailVerification: 3 * Span.dayMilliseconds
      }
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

  /// Makes a token that stands in a mail, so that who shows it has read what comes to the address.
  /// - Parameter email: the digest of the address.
  /// - Throws: `DatabaseError`.
  public func issue(
    to person: PersonID, for purpose: Purpose, mailedTo email: Identifier
  ) throws -> String {
    try issue(to: person, for: purpose, email: email).token
  }

  private func issue(
    to person: PersonID, for purpose: Purpose, email: Identifier? = nil
  ) throws -> (token: String, expiresAt: Instant) {
    let token = scope.ambient.secret(prefix: purpose.prefix)
    let digest = DatabaseValue.identifier(Self.digest(of: token, for: purpose))
    let expiresAt = scope.now.adding(milliseconds: purpose.lifeMilliseconds)
    try scope.connection.send(
      """
      INSERT INTO sign_in_tokens (app, digest, person, expires_at, email, shows_address)
      VALUES ($1, $2, $3, $4, $5, $6)
      """,
      [
        scope.tenant, digest, .id(person), .instant(expiresAt), .identifier(email),
        purpose == .emailVerification ? .integer(1) : .null,
      ])
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
    try useUp(token, for: purpose)?.person
  }

  /// The same, with the digest of the address to which it was mailed.
  /// - Throws: `DatabaseError`.
  func useUp(
    _ token: String, for purpose: Purpose
  ) throws -> (person: PersonID, email: Identifier?)? {
    guard let found = try find(token, for: purpose) else { return nil }
    let digest = DatabaseValue.identifier(Self.digest(of: token, for: purpose))
    try scope.connection.send(
      "DELETE FROM sign_in_tokens WHERE app = $1 AND digest = $2", [scope.tenant, digest])
    return found
  }

  /// Whose a token is, who may have been merged since; `nil` when it is not good.
  /// - Throws: `DatabaseError`.
  public func holder(of token: String, for purpose: Purpose) throws -> PersonID? {
    try find(token, for: purpose)?.person
  }

  /// Whose a token is, and the digest of the address to which it was mailed.
  /// - Throws: `DatabaseError`.
  func find(
    _ token: String, for purpose: Purpose
  ) throws -> (person: PersonID, email: Identifier?)? {
    let found = try scope.connection.first(
      "SELECT person, email FROM sign_in_tokens WHERE app = $1 AND digest = $2 AND expires_at > $3",
      [scope.tenant, .identifier(Self.digest(of: token, for: purpose)), scope.time]
    ) { (person: $0.id(0, PersonID.self), email: $0.optionalIdentifier(1)) }
    guard let found, let person = try People(scope).present(found.person) else { return nil }
    return (person.id, found.email)
  }

  /// Makes a person's tokens worthless.
  /// - Throws: `DatabaseError`.
  func revoke(_ person: PersonID) throws {
    try scope.connection.send(
      "DELETE FROM sign_in_tokens WHERE app = $1 AND person = $2", [scope.tenant, .id(person)])
  }

  /// The same, but for those that only show that a mail address is theirs, which opens nothing.
  /// - Throws: `DatabaseError`.
  func revokeOpening(_ person: PersonID) throws {
    try scope.connection.send(
      "DELETE FROM sign_in_tokens WHERE app = $1 AND person = $2 AND shows_address IS NULL",
      [scope.tenant, .id(person)])
  }

  private static func digest(of token: String, for purpose: Purpose) -> Identifier {
    Identifier(hashing: purpose.word, token)
  }
}
