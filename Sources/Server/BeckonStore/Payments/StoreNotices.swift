import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Notices that something happened to a purchase, until the store has said what.
public struct StoreNotices {
  /// Notices asked about at a time.
  public static let batchMax: Int64 = 20
  /// Days for which a store is asked.
  public static let days: Int64 = 30
  /// Milliseconds after which another server asks about a notice, if the one that took it is gone.
  private static let leaseMilliseconds = 2 * Span.minuteMilliseconds
  /// Longest wait between two questions.
  private static let waitMilliseconds = 6 * Span.hourMilliseconds

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Keeps a notice, to ask about it soon.
  /// - Parameter message: the sender's id of it, the same whenever it comes again.
  /// - Returns: whether it is new.
  /// - Throws: `DatabaseError`.
  public func add(_ body: JSON, message: String) throws -> Bool {
    let id = Identifier(hashing: "store notice", message)
    guard try Facts(scope).claim(FactID(id)) else { return false }
    try scope.connection.send(
      """
      INSERT INTO store_notices (app, id, body, received_at, due_at, failure_count)
      VALUES ($1, $2, $3, $4, $4, 0)
      """, [scope.tenant, .identifier(id), .text(body.text), scope.time])
    return true
  }

  /// A notice that is due.
  public struct Due: Sendable {
    /// The tenant's number.
    public let app: Int64
    /// Its id.
    public let id: Identifier
    /// What it says.
    public let body: JSON
    /// When it came.
    public let receivedAt: Instant
    /// How often nobody could answer.
    public let failures: Int64
  }

  /// Whether any notice is due.
  /// - Throws: `DatabaseError`.
  public static func isAnyDue(at now: Instant, _ connection: any Connection) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM store_notices WHERE due_at <= $1 LIMIT 1", [.instant(now)]
    ) { _ in true } ?? false
  }

  /// Takes notices that are due and that no other server has taken, of all apps, the longest due
  /// first.
  /// - Throws: `DatabaseError`.
  public static func claim(at now: Instant, _ connection: any Connection) throws -> [Due] {
    let due = try connection.rows(
      """
      SELECT app, id, body, received_at, failure_count FROM store_notices WHERE due_at <= $1
      ORDER BY due_at LIMIT $2 {claimed}
      """, [.instant(now), .integer(batchMax)]
    ) { row in
      Due(
        app: row.integer(0), id: row.identifier(1), body: try row.json(2),
        receivedAt: row.instant(3), failures: row.integer(4))
    }
    for notice in due {
      try connection.send(
        "UPDATE store_notices SET due_at = $3 WHERE app = $1 AND id = $2",
        [
          .integer(notice.app), .identifier(notice.id),
          .instant(now.adding(milliseconds: leaseMilliseconds)),
        ])
    }
    return due
  }

  /// Forgets a notice about which all is known.
  /// - Returns: `false` when another server has done so.
  /// - Throws: `DatabaseError`.
  public func settle(_ due: Due) throws -> Bool {
    try scope.connection.run(
      "DELETE FROM store_notices WHERE app = $1 AND id = $2",
      [scope.tenant, .identifier(due.id)]) > 0
  }

  /// Has a notice asked about again: after 10 s, then twice as late each time.
  /// - Returns: `false` when it was asked about long enough, and is forgotten.
  /// - Throws: `DatabaseError`.
  public func postpone(_ due: Due) throws -> Bool {
    guard scope.now.milliseconds(since: due.receivedAt) < Self.days * Span.dayMilliseconds else {
      _ = try settle(due)
      return false
    }
    let wait = min(
      Self.waitMilliseconds, 10 * Span.secondMilliseconds << min(due.failures, 20))
    try scope.connection.send(
      """
      UPDATE store_notices SET due_at = $3, failure_count = failure_count + 1
      WHERE app = $1 AND id = $2
      """,
      [
        scope.tenant, .identifier(due.id), .instant(scope.now.adding(milliseconds: wait)),
      ])
    return true
  }
}
