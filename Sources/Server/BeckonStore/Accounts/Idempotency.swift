import BeckonModel

/// Answers kept under the `Idempotency-Key` of their request, in the transaction of its effects.
public struct Idempotency {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A kept answer.
  public struct Answer: Hashable, Sendable {
    /// Hash of the request that it answers.
    public let fingerprint: Identifier
    /// HTTP status.
    public let status: Int
    /// Body.
    public let body: String

    /// Makes an answer.
    public init(fingerprint: Identifier, status: Int, body: String) {
      self.fingerprint = fingerprint
      self.status = status
      self.body = body
    }
  }

  /// The answer kept under a key.
  /// - Throws: `DatabaseError`.
  public func find(_ key: Identifier) throws -> Answer? {
    try scope.connection.first(
      "SELECT fingerprint, status, body FROM idempotency WHERE app = $1 AND key = $2",
      [scope.tenant, .identifier(key)]
    ) { Answer(fingerprint: $0.identifier(0), status: Int($0.integer(1)), body: $0.text(2)) }
  }

  /// Deletes the answers that tell of a person.
  /// - Throws: `DatabaseError`.
  func forget(_ person: PersonID) throws {
    try scope.connection.send(
      "DELETE FROM idempotency WHERE app = $1 AND body LIKE $2",
      [scope.tenant, .text("%" + person.text + "%")])
  }

  /// Keeps an answer.
  /// - Throws: `DatabaseError`.
  public func keep(_ answer: Answer, under key: Identifier) throws {
    try scope.connection.send(
      """
      INSERT INTO idempotency (app, key, fingerprint, status, body, at)
      VALUES ($1, $2, $3, $4, $5, $6)
      """,
      [
        scope.tenant, .identifier(key), .identifier(answer.fingerprint),
        .integer(Int64(answer.status)), .text(answer.body), scope.time,
      ])
  }
}
