import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Who works with the dashboard. Operators are of the server, and of no app.
public struct Operators {
  private let connection: any Connection

  /// Works on this transaction.
  public init(_ connection: any Connection) {
    self.connection = connection
  }

  /// Everybody who was not removed, oldest first.
  /// - Throws: `DatabaseError`.
  public func all() throws -> [Operator] {
    try connection.rows(
      """
      SELECT \(Self.columns) FROM operators WHERE removed_at IS NULL
      ORDER BY created_at, id LIMIT \(.integer(Operator.max))
      """, { try Self.read($0) })
  }

  /// Whether there is anybody.
  /// - Throws: `DatabaseError`.
  public func areAny() throws -> Bool { try !all().isEmpty }

  /// The operator of this id, also one who was removed.
  /// - Throws: `DatabaseError`.
  public func find(_ id: OperatorID) throws -> Operator? {
    try connection.first(
      "SELECT \(Self.columns) FROM operators WHERE id = \(.id(id))", { try Self.read($0) })
  }

  /// Stores somebody new.
  /// - Throws: `DatabaseError`.
  func insert(_ new: Operator) throws {
    let row: SQL.Row = [
      "id": .id(new.id), "name": .text(new.name), "role": .text(new.role.rawValue),
      "apps": Self.stored(new.apps), "created_at": .instant(new.createdAt),
    ]
    try connection.send("INSERT INTO operators \(row: row)")
  }

  /// Changes what somebody may do, at once and wherever they are signed in; `false` when there is
  /// nobody of this id.
  /// - Throws: `DatabaseError`.
  public func change(_ id: OperatorID, role: OperatorRole, apps: [AppID]?) throws -> Bool {
    let changes: SQL.Row = ["role": .text(role.rawValue), "apps": Self.stored(apps)]
    if role < .money || apps != nil { try takeBackInvitations(of: id) }
    return try connection.run(
      "UPDATE operators \(set: changes) WHERE id = \(.id(id)) AND removed_at IS NULL") > 0
  }

  /// Removes somebody, with their sessions and links; `false` when there is nobody of this id. The
  /// row stays for the audit log.
  /// - Throws: `DatabaseError`.
  public func remove(_ id: OperatorID, at now: Instant) throws -> Bool {
    try connection.send("DELETE FROM operator_sessions WHERE operator = $1", [.id(id)])
    try connection.send("DELETE FROM operator_links WHERE operator = $1", [.id(id)])
    try takeBackInvitations(of: id)
    return try connection.run(
      "UPDATE operators SET removed_at = $2 WHERE id = $1 AND removed_at IS NULL",
      [.id(id), .instant(now)]) > 0
  }

  /// Takes back what somebody has invited by and nobody has used: who may not invite any more must
  /// not come back by one of these.
  private func takeBackInvitations(of id: OperatorID) throws {
    try connection.send(
      "DELETE FROM operator_links WHERE made_by = $1 AND used_at IS NULL", [.id(id)])
  }

  // MARK: Rows

  private static let columns: SQL = "id, name, role, apps, created_at, removed_at"

  /// Reads what `columns` name, from a column on.
  static func read(_ row: any Row, from first: Int = 0) throws -> Operator {
    Operator(
      id: row.id(first), name: row.text(first + 1), role: try row.choice(first + 2),
      apps: try apps(row.optionalJSON(first + 3)), createdAt: row.instant(first + 4),
      removedAt: row.optionalInstant(first + 5))
  }

  static func apps(_ json: JSON?) -> [AppID]? {
    json?.elements.map { $0.compactMap { $0.string.flatMap { AppID($0) } } }
  }

  static func stored(_ apps: [AppID]?) -> DatabaseValue {
    .json(apps.map { .array($0.map { .id($0) }) })
  }
}
