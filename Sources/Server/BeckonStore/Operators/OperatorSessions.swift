import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Browsers in which operators are signed in. Only a hash of each one's token is stored.
public struct OperatorSessions {
  private let connection: any Connection
  private let ambient: Ambient

  /// Works on this transaction.
  public init(_ connection: any Connection, ambient: Ambient) {
    self.connection = connection
    self.ambient = ambient
  }

  /// Signs an operator in, and gives the token for the browser's cookie.
  /// - Throws: `DatabaseError`.
  public func begin(_ holder: Operator, userAgent: String) throws -> String {
    let (token, now) = (ambient.secret(prefix: "ses") + ambient.secret(prefix: ""), ambient.now())
    let row: SQL.Row = [
      "digest": .identifier(Self.digest(of: token)),
      "id": .id(ambient.id(OperatorSessionID.self)), "operator": .id(holder.id),
      "user_agent": .text(userAgent.prefix(bytes: OperatorSession.userAgentBytes)),
      "created_at": .instant(now), "seen_at": .instant(now),
    ]
    try connection.send("INSERT INTO operator_sessions \(row: row)")
    return token
  }

  /// The session of a cookie, if it goes on.
  /// - Throws: `DatabaseError`.
  public func find(_ token: String) throws -> OperatorSession? {
    let found = try connection.first(
      """
      SELECT \(Self.columns) WHERE s.digest = \(.identifier(Self.digest(of: token)))
      """, { try Self.read($0) })
    return found.flatMap { $0.isGood(at: ambient.now()) ? $0 : nil }
  }

  /// Notes that a page was looked at.
  /// - Throws: `DatabaseError`.
  public func note(_ id: OperatorSessionID, of holder: OperatorID) throws {
    try connection.send(
      "UPDATE operator_sessions SET seen_at = $3 WHERE operator = $2 AND id = $1",
      [.id(id), .id(holder), .instant(ambient.now())])
  }

  /// Sessions of one operator, or of all, that go on, newest first.
  /// - Throws: `DatabaseError`.
  public func all(of holder: OperatorID?) throws -> [OperatorSession] {
    try connection.rows(
      """
      SELECT \(Self.columns) WHERE o.removed_at IS NULL
        \(and: [holder.map { "s.operator = \(.id($0))" }])
      ORDER BY s.created_at DESC, s.id LIMIT \(.integer(Operator.max))
      """, { try Self.read($0) }
    ).filter { $0.isGood(at: ambient.now()) }
  }

  /// Ends a session; `false` when there is none of this id.
  /// - Throws: `DatabaseError`.
  public func end(_ id: OperatorSessionID, of holder: OperatorID) throws -> Bool {
    try connection.run(
      "DELETE FROM operator_sessions WHERE operator = $2 AND id = $1", [.id(id), .id(holder)]) > 0
  }

  // MARK: Rows

  private static let columns: SQL = """
    s.id, s.user_agent, s.created_at, s.seen_at,
      o.id, o.name, o.role, o.apps, o.created_at, o.removed_at
    FROM operator_sessions AS s JOIN operators AS o ON o.id = s.operator
    """

  private static func read(_ row: any Row) throws -> OperatorSession {
    OperatorSession(
      id: row.id(0), holder: try Operators.read(row, from: 4), userAgent: row.text(1),
      createdAt: row.instant(2), seenAt: row.instant(3))
  }

  private static func digest(of token: String) -> Identifier {
    Identifier(hashing: "operator session", token)
  }
}
