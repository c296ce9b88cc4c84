import BeckonDatabase
import BeckonModel

/// Answers kept under the `Idempotency-Key` of their request, in the transaction of its effects.
public struct Idempotency {
  /// How long answers are kept: 48 hours.
  public static let keptMilliseconds = 48 * Span.hourMilliseconds

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
      .text("body"), .integer("at"), .integer("is_marked"),
    ])

  private static let marks = Insertion(
    "idempotency_people",
    key: [.integer("app"), .identifier("person"), .identifier("key")])

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

  /// Makes the answers that tell of a merged person those of the survivor.
  /// - Throws: `DatabaseError`.
  func move(from old: PersonID, to new: PersonID) throws {
    try scope.connection.send(
      """
      INSERT INTO idempotency_people (app, person, key)
      SELECT app, $3, key FROM idempotency_people WHERE app = $1 AND person = $2
      ON CONFLICT DO NOTHING
      """, [scope.tenant, .id(old), .id(new)])
    try scope.connection.send(
      "DELETE FROM idempotency_people WHERE app = $1 AND person = $2", [scope.tenant, .id(old)])
  }

  /// Deletes the answers that tell of a person, whoever else they tell of.
  /// - Throws: `DatabaseError`.
  func forget(_ person: PersonID) throws {
    try scope.connection.send(
      """
      DELETE FROM idempotency WHERE app = $1 AND key IN (
        SELECT key FROM idempotency_people WHERE app = $1 AND person = $2)
      """, [scope.tenant, .id(person)])
    // With the marks of the others: the next answer under the key may tell of somebody else.
    try scope.connection.send(
      """
      DELETE FROM idempotency_people WHERE app = $1 AND key IN (
        SELECT key FROM idempotency_people WHERE app = $1 AND person = $2)
      """, [scope.tenant, .id(person)])
    // An older program kept them without marks, and may be running beside this one. An index
    // holds these only, and none is older than two days.
    try scope.connection.send(
      """
      DELETE FROM idempotency {by idempotency_unmarked}
      WHERE app = $1 AND is_marked IS NULL AND body LIKE $2
      """,
      [scope.tenant, .text("%" + person.text + "%")])
  }

  /// Keeps an answer.
  /// - Parameter people: whom its request named.
  /// - Throws: `DatabaseError`.
  public func keep(_ answer: Answer, under key: Identifier, naming people: [PersonID]) throws {
    try Self.keep(
      [Keeping(answer, under: key, naming: people, scope)], in: scope.connection)
  }

  /// An answer to be kept.
  public struct Keeping {
    fileprivate let row: [DatabaseValue]
    fileprivate let marks: [[DatabaseValue]]

    /// Prepares to keep an answer under a key, with a mark for each person of whom it tells: whom
    /// its request named, and whose ids stand in it.
    public init(
      _ answer: Answer, under key: Identifier, naming people: [PersonID], _ scope: Scope
    ) {
      row = [
        scope.tenant, .identifier(key), .identifier(answer.fingerprint),
        .integer(Int64(answer.status)), .text(answer.body), scope.time, .bool(true),
      ]
      marks = Set(people + PersonID.all(in: answer.body)).sorted().map { person in
        [scope.tenant, .id(person), .identifier(key)]
      }
    }
  }

  /// Keeps answers.
  /// - Throws: `DatabaseError`.
  public static func keep(_ answers: [Keeping], in connection: any Connection) throws {
    try connection.insert(answers.map(\.row), by: insertion)
    let marks = answers.flatMap(\.marks)
    // An older program beside this one deletes answers without their marks.
    if !marks.isEmpty { _ = try connection.insertNew(marks, by: Self.marks) }
  }
}

extension ID {
  /// The ids of this kind that stand in a text.
  static func all(in text: String) -> [ID] {
    let (bytes, head) = (Array(text.utf8), Array((Kind.prefix + "_").utf8))
    let length = head.count + Identifier.textLength
    guard bytes.count >= length else { return [] }
    return (0...bytes.count - length).compactMap { start in
      guard bytes[start] == head[0], bytes[start...].starts(with: head) else { return nil }
      return ID(String(decoding: bytes[start..<start + length], as: UTF8.self))
    }
  }
}
