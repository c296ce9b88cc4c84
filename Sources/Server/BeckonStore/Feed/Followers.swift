import BeckonDatabase
import BeckonEngine
import BeckonModel

/// How far the followers have come that one server of a fleet moves at a time. Whoever has a row
/// follows; what a follower has not passed stays in the feed for it.
public struct Followers {
  /// One that can begin anew has so long for any row. After that its rows go, and it begins anew.
  public static let patienceMilliseconds = 7 * Span.dayMilliseconds

  private let connection: any Connection

  /// Works in this transaction.
  public init(_ connection: any Connection) {
    self.connection = connection
  }

  // MARK: Who follows

  /// Makes one follow what comes from now on.
  /// - Throws: `DatabaseError`.
  func begin(_ key: FollowerKey, at now: Instant) throws {
    let newest = try connection.first("SELECT MAX(seq) FROM feed", []) { $0.integer(0) } ?? 0
    try store(key, FeedPosition(trusted: newest, client: newest), at: now)
  }

  /// Makes one follow all that the feed holds.
  /// - Throws: `DatabaseError`.
  func beginAtStart(_ key: FollowerKey, at now: Instant) throws {
    try store(key, FeedPosition(trusted: 0, client: 0), at: now)
  }

  /// Ends it.
  /// - Throws: `DatabaseError`.
  func end(_ key: FollowerKey) throws {
    try connection.send(
      "DELETE FROM followers WHERE app = $1 AND name = $2 AND id = $3",
      [.integer(key.app), .text(key.name), .identifier(key.id)])
  }

  // MARK: Positions

  /// Where one stands, for whoever moves it on: nobody else can until this transaction ends. `nil`
  /// when it does not follow, or another server moves it.
  /// - Throws: `DatabaseError`.
  func claim(_ key: FollowerKey) throws -> (position: FeedPosition, movedAt: Instant)? {
    try find(key, "{claimed}")
  }

  /// Where one stands, for a look; `nil` when it does not follow.
  /// - Throws: `DatabaseError`.
  func find(
    _ key: FollowerKey, _ lock: SQL = ""
  ) throws -> (position: FeedPosition, movedAt: Instant)? {
    try connection.first(
      """
      SELECT position, client_position, moved_at FROM followers
      WHERE app = \(.integer(key.app)) AND name = \(.text(key.name))
        AND id = \(.identifier(key.id)) \(lock)
      """
    ) { row in
      (FeedPosition(trusted: row.integer(0), client: row.integer(1)), row.instant(2))
    }
  }

  /// Remembers how far one has come.
  /// - Throws: `DatabaseError`.
  func store(_ key: FollowerKey, _ position: FeedPosition, at now: Instant) throws {
    try connection.send(
      """
      INSERT INTO followers (app, name, id, position, client_position, moved_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (app, name, id) DO UPDATE SET position = excluded.position,
        client_position = excluded.client_position, moved_at = excluded.moved_at
      """,
      [
        .integer(key.app), .text(key.name), .identifier(key.id), .integer(position.trusted),
        .integer(position.client), .instant(now),
      ])
  }

  /// Behind the newest row before which no other can come.
  func newestSettled(of app: Int64) throws -> FeedPosition {
    let newest = try connection.first(
      "SELECT COALESCE(MAX(seq), 0) FROM feed WHERE app = $1 {settled seq}", [.integer(app)]
    ) { $0.integer(0) }
    return FeedPosition(trusted: newest ?? 0, client: newest ?? 0)
  }

  // MARK: What waits

  /// Whether one that moved last at this time has stood still for so long that rows may be gone
  /// which it has not seen.
  static func isLost(movedAt: Instant, now: Instant) -> Bool {
    now.milliseconds(since: movedAt) > patienceMilliseconds
  }

  /// Those for which rows wait, or which must begin anew.
  /// - Throws: `DatabaseError`.
  public func waiting(_ follower: FeedFollower, at now: Instant) throws -> [FollowerKey] {
    let since = now.adding(milliseconds: -Self.patienceMilliseconds)
    let isLost: SQL = follower.rebuild == nil ? "" : "moved_at < \(.instant(since)) OR"
    return try connection.rows(
      """
      SELECT app, id FROM followers AS f
      WHERE name = \(.text(follower.name)) AND (\(isLost) EXISTS (
        SELECT 1 FROM feed AS o
        WHERE o.app = f.app AND o.by_client = 0 AND o.seq > f.position {settled o.seq}
        UNION ALL
        SELECT 1 FROM feed AS o
        WHERE o.app = f.app AND o.by_client = 1 AND o.seq > f.client_position {settled o.seq}))
      ORDER BY app, id
      """
    ) { FollowerKey(app: $0.integer(0), name: follower.name, id: $0.identifier(1)) }
  }

  /// How far followers of one name are behind.
  public struct Lag: Sendable {
    /// Rows that wait, of all apps, counted as far as `Followers.lagMax` goes.
    public let rows: Int64
    /// When the oldest of them was published.
    public let oldest: Instant?
  }

  /// So far rows are counted that wait.
  public static let lagMax: Int64 = 100_000

  /// How far those of a name are behind.
  /// - Throws: `DatabaseError`.
  public func lag(of name: String) throws -> Lag {
    let rows = try connection.first(
      """
      SELECT COUNT(*) FROM (
        SELECT 1 FROM (
          SELECT o.seq FROM followers AS f
          JOIN feed AS o ON o.app = f.app AND o.by_client = 0 AND o.seq > f.position
          WHERE f.name = $1
          UNION ALL
          SELECT o.seq FROM followers AS f
          JOIN feed AS o ON o.app = f.app AND o.by_client = 1 AND o.seq > f.client_position
          WHERE f.name = $1) AS lines
        LIMIT $2) AS waiting
      """, [.text(name), .integer(Self.lagMax)]
    ) { $0.integer(0) }
    return Lag(rows: rows ?? 0, oldest: try oldest(for: name))
  }

  private func oldest(for name: String) throws -> Instant? {
    try connection.first(
      """
      SELECT MIN(at) FROM (
        SELECT (
          SELECT o.at FROM feed AS o
          WHERE o.app = f.app AND o.by_client = 0 AND o.seq > f.position
          ORDER BY o.seq LIMIT 1) AS at FROM followers AS f WHERE f.name = $1
        UNION ALL
        SELECT (
          SELECT o.at FROM feed AS o
          WHERE o.app = f.app AND o.by_client = 1 AND o.seq > f.client_position
          ORDER BY o.seq LIMIT 1) FROM followers AS f WHERE f.name = $1) AS next
      """, [.text(name)]
    ) { $0.optionalInstant(0) } ?? nil
  }
}
