import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Tokens that the app's server asks for, so that its user can sign in on a new phone. Each is good
/// once, for a short while. Only their hashes are stored.
public struct SignInTokens {
  /// What they begin with, which tells them from signed identities.
  static let prefix = "sit"
  /// How long one is good.
  public static let lifeMilliseconds = 15 * Span.minuteMilliseconds
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
    let token = scope.ambient.secret(prefix: Self.prefix)
    let digest = DatabaseValue.identifier(Self.digest(of: token))
    let expiresAt = scope.now.adding(milliseconds: Self.lifeMilliseconds)
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
  func use(_ token: String) throws -> PersonID? {
    let digest = DatabaseValue.identifier(Self.digest(of: token))
    let person = try scope.connection.first(
      "SELECT person FROM sign_in_tokens WHERE app = $1 AND digest = $2 AND expires_at > $3",
      [scope.tenant, digest, scope.time]
    ) { $0.id(0, PersonID.self) }
    guard let person else { return nil }
    try scope.connection.send(
      "DELETE FROM sign_in_tokens WHERE app = $1 AND digest = $2", [scope.tenant, digest])
    return try People(scope).present(person)?.id
  }

  /// Makes a person's tokens worthless.
  /// - Throws: `DatabaseError`.
  func revoke(_ person: PersonID) throws {
    try scope.connection.send(
      "DELETE FROM sign_in_tokens WHERE app = $1 AND person = $2", [scope.tenant, .id(person)])
  }

  private static func digest(of token: String) -> Identifier {
    Identifier(hashing: "sign-in token", token)
  }
}
