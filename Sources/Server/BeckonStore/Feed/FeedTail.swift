import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Reads the feed for whoever keeps in memory what it tells, on each server of a fleet: it has no
/// row of its own, and its position is in memory too. Such rows stay for `keptMilliseconds`
/// whoever else has passed them; who has not read for that long must begin anew by what the tables
/// hold.
public enum FeedTail {
  /// How long rows stay that are read so.
  public static let keptMilliseconds = 10 * Span.minuteMilliseconds

  /// Where to begin: behind the newest row before which no other can come. What is read of the
  /// tables after that holds all that came before.
  /// - Throws: `DatabaseError`.
  public static func newest(_ connection: any Connection) throws -> Int64 {
    let newest = try connection.first(
      "SELECT COALESCE(MAX(seq), 0) FROM feed WHERE seq > 0 {settled seq}", []
    ) { $0.integer(0) }
    return newest ?? 0
  }

  /// Rows of all apps behind a position, oldest first, none of which another may still come before;
  /// so many at most, of every kind.
  /// - Throws: `DatabaseError`.
  public static func rows(
    behind position: Int64, limit: Int, _ connection: any Connection
  ) throws -> [(app: Int64, row: FeedRow)] {
    try connection.rows(
      """
      SELECT \(FeedRow.columns), app FROM feed WHERE seq > \(.integer(position)) {settled seq}
      ORDER BY seq LIMIT \(.integer(limit))
      """
    ) { (app: $0.integer(7), row: try FeedRow(row: $0)) }
  }

  /// Products of an app that have changed behind a position, as far as this transaction sees; so
  /// many rows at most.
  /// - Throws: `DatabaseError`.
  static func products(
    of app: Int64, behind position: Int64, limit: Int, _ connection: any Connection
  ) throws -> [Identifier] {
    try connection.rows(
      """
      SELECT id FROM feed {by feed_of_products}
      WHERE app = $1 AND kind = 'product' AND seq > $2 ORDER BY seq LIMIT $3
      """, [.integer(app), .integer(position), .integer(limit)]
    ) { $0.identifier(0) }
  }

  /// The kinds of rows that are read so, as a parameter.
  static var kinds: DatabaseValue {
    .json(.array(FeedKind.tailed.map { .string($0.text) }))
  }
}
