import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Notices that something happened to a purchase, until the store has said what.
public struct StoreNotices {
  /// Notices asked about at a time.
  public static let batchMax: Int64 = 20
  /// A store is asked again after 10 s, then twice as late each time, for 30 days.
  private static let retries = RetrySchedule(
    seconds: (0..<11).map { 10 << $0 } + [6 * Span.hourMilliseconds / Span.secondMilliseconds],
    patienceMilliseconds: 30 * Span.dayMilliseconds)
  /// Milliseconds after which another server asks about a notice, if the one that took it is gone.
  private static let leaseMilliseconds = 2 * Span.minuteMilliseconds

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
    let lease: Lease
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
  public static func claim(
    at now: Instant, _ ambient: Ambient, _ connection: any Connection
  ) throws -> [Due] {
    let due = try connection.rows(
      """
      SELECT app, id, body, received_at, failure_count FROM store_notices WHERE due_at <= $1
      ORDER BY due_at LIMIT $2 {claimed}
      """, [.instant(now), .integer(batchMax)]
    ) { row in
      let (app, id) = (row.integer(0), row.identifier(1))
      return Due(
        app: app, id: id, body: try row.json(2), receivedAt: row.instant(3),
        failures: row.integer(4),
        lease: Lease(
          "store_notices", "app = \(.integer(app)) AND id = \(.identifier(id))", ambient))
    }
    for notice in due {
      try notice.lease.take(for: leaseMilliseconds, at: now, connection)
    }
    return due
  }

  /// Forgets a notice about which all is known.
  /// - Returns: `false` when another server has taken it since.
  /// - Throws: `DatabaseError`.
  public func settle(_ due: Due) throws -> Bool {
    try due.lease.delete(scope.connection)
  }

  /// What becomes of a notice about which the store could not be asked.
  public enum Postponement: Sendable {
    /// It is asked about again.
    case postponed
    /// It was asked about for long enough, and is forgotten.
    case givenUp
    /// Another server has taken it since.
    case lost
  }

  /// Has a notice asked about again.
  /// - Throws: `DatabaseError`.
  public func postpone(_ due: Due) throws -> Postponement {
    let again = Self.retries.next(
      after: Int(due.failures) + 1, begun: due.receivedAt, now: scope.now,
      chance: scope.ambient.random())
    guard let again else { return try settle(due) ? .givenUp : .lost }
    let isHeld = try due.lease.giveBack(
      ["due_at": .instant(again), "failure_count": .integer(due.failures + 1)], scope.connection)
    return isHeld ? .postponed : .lost
  }
}
