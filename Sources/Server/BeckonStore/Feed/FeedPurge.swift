import BeckonDatabase
import BeckonModel

/// Deletes what every follower has passed. A follower that stands still keeps nobody's rows for
/// ever: after `Followers.patienceMilliseconds` one that can begin anew must, and what webhooks
/// leave behind goes after `Limits.webhookDays`.
public struct FeedPurge {
  /// Rows deleted in one transaction, so that it stays short.
  public static let batchMax: Int64 = 2_000

  private let connection: any Connection
  private let now: Instant

  /// Works in this transaction.
  public init(_ connection: any Connection, now: Instant) {
    self.connection = connection
    self.now = now
  }

  /// Apps with rows that may go.
  /// - Throws: `DatabaseError`.
  public func waiting() throws -> [Int64] {
    try connection.rows(
      """
      SELECT DISTINCT f.app FROM followers AS f WHERE EXISTS (
        SELECT 1 FROM feed AS o WHERE o.app = f.app AND o.by_client = 0 AND o.seq < (
          SELECT MIN(position) FROM followers AS g WHERE g.app = f.app AND \(Self.keepsRows("g", now)))
          AND \(Self.isUnread("o", now))
        UNION ALL
        SELECT 1 FROM feed AS o WHERE o.app = f.app AND o.by_client = 1 AND o.seq < (
          SELECT MIN(client_position) FROM followers AS g
          WHERE g.app = f.app AND \(Self.keepsRows("g", now)))
          AND \(Self.isUnread("o", now)))
      ORDER BY f.app
      """
    ) { $0.integer(0) }
  }

  /// Deletes rows of an app, and gives how many. The last one that all have passed stays: a
  /// restored copy of a PostgreSQL database looks at the largest number when it goes on counting.
  /// - Throws: `DatabaseError`.
  public func run(_ app: Int64) throws -> Int {
    try delete(app, isByClient: false, "position")
      + delete(app, isByClient: true, "client_position")
  }

  private func delete(_ app: Int64, isByClient: Bool, _ position: SQL) throws -> Int {
    try connection.run(
      """
      DELETE FROM feed WHERE seq IN (
        SELECT seq FROM feed {by feed_by_app}
        WHERE app = \(.integer(app)) AND by_client = \(.bool(isByClient)) AND seq < (
          SELECT MIN(\(position)) FROM followers AS g
          WHERE app = \(.integer(app)) AND \(Self.keepsRows("g", now)))
          AND \(Self.isUnread("feed", now))
        ORDER BY seq LIMIT \(.integer(Self.batchMax)))
      """)
  }

  /// Whether rows wait for a follower: for one that has not moved for so long that it must begin
  /// anew, none do.
  private static func keepsRows(_ follower: SQL, _ now: Instant) -> SQL {
    let since = now.adding(milliseconds: -Followers.patienceMilliseconds)
    return """
      (NOT (\(follower).name {among \(canBeginAnew)}) OR \(follower).moved_at >= \(.instant(since)))
      """
  }

  /// Whether no server may still read a row that it keeps in memory (`FeedTail`).
  private static func isUnread(_ row: SQL, _ now: Instant) -> SQL {
    let since = now.adding(milliseconds: -FeedTail.keptMilliseconds)
    return "(NOT (\(row).kind {among \(FeedTail.kinds)}) OR \(row).at < \(.instant(since)))"
  }

  private static var canBeginAnew: DatabaseValue {
    .json(.array(FeedFollower.all.filter { $0.rebuild != nil }.map { .string($0.name) }))
  }

  private var isIdle: SQL {
    let day = now.adding(milliseconds: -Span.dayMilliseconds)
    let patience = now.adding(milliseconds: -Followers.patienceMilliseconds)
    return """
      moved_at < \(.instant(day)) AND moved_at >= \(.instant(patience))
      AND name {among \(Self.canBeginAnew)} AND NOT EXISTS (
        SELECT 1 FROM feed AS o
        WHERE o.app = followers.app AND o.by_client = 0 AND o.seq > followers.position)
      AND NOT EXISTS (
        SELECT 1 FROM feed AS o
        WHERE o.app = followers.app AND o.by_client = 1 AND o.seq > followers.client_position)
      """
  }

  /// Whether no row waits for somebody of whom that was not noted for a day.
  /// - Throws: `DatabaseError`.
  public func hasIdle() throws -> Bool {
    try connection.first("SELECT 1 FROM followers WHERE \(isIdle) LIMIT 1") { _ in true } ?? false
  }

  /// Notes of those for whom no row waits that they miss nothing.
  /// - Throws: `DatabaseError`.
  public func noteUpToDate() throws -> Int {
    try connection.run("UPDATE followers SET moved_at = \(.instant(now)) WHERE \(isIdle)")
  }
}
