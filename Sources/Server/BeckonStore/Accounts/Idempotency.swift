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

  private static let kept = BulkStatement(
    "SELECT fingerprint, status, body, app, key FROM idempotency WHERE app = $1 AND key = $2",
    [.integer("app"), .identifier("key")])

  private static let insertion = Insertion(
    "idempotency",
    [
      .integer("app"), .identifier("key"), .identifier("fingerprint"), .integer("status"),
      .text("body"), .integer("at"),
    ])

  /// The answer kept under a key.
  /// - Throws: `DatabaseError`.
  public func find(_ key: Identifier) throws -> Answer? {
    try Self.find([TenantKey(scope, key)], in: scope.connection).values.first
  }

  /// The answers kept under keys.
  /// - Throws: `DatabaseError`.
  public static func find(
    _ keys: Set<TenantKey>, in connection: any Connection
  ) throws -> [TenantKey: Answer] {
    let found = try connection.rows(kept, for: keys.map(\.values)) { row in
      (
        TenantKey(app: row.integer(3), row.identifier(4)),
        Answer(
          fingerprint: row.identifier(0), status: Int(row.integer(1)), body: row.text(2))
      )
    }
    return Dictionary(found) { first, _ in first }
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
    try Self.keep([Keeping(answer, under: key, scope)], in: scope.connection)
  }

  /// An answer to be kept.
  public struct Keeping {
    fileprivate let row: [DatabaseValue]

    /// Prepares to keep an answer under a key.
    public init(_ answer: Answer, under key: Identifier, _ scope: Scope) {
      row = [
        scope.tenant, .identifier(key), .identifier(answer.fingerprint),
        .integer(Int64(answer.status)), .text(answer.body), scope.time,
      ]
    }
  }

  /// Keeps answers.
  /// - Throws: `DatabaseError`.
  public static func keep(_ answers: [Keeping], in connection: any Connection) throws {
    try connection.insert(answers.map(\.row), by: insertion)
  }
}
