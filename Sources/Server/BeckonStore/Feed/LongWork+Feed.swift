import BeckonDatabase
import BeckonModel

extension LongWork {
  /// What concerns rows of the feed.
  static let ofFeed = [moveFeed, emptyFeed, emptyClaimedFeed]

  static let moveFeed = LongWork("feed", "move") { scope, rows, max in
    try scope.connection.run(
      """
      UPDATE feed SET subject = \(.identifier(rows.target))
      WHERE seq IN (\(feed(of: rows, scope, that: "kind <> 'merge'", max: max)))
      """)
  }

  static let emptyFeed = LongWork("feed", "empty") { scope, rows, max in
    try scope.connection.run(
      """
      UPDATE feed SET body = '' WHERE seq IN (
        \(feed(of: rows, scope, that: "body <> ''", max: max)))
      """)
  }

  /// The same of what clients said.
  static let emptyClaimedFeed = LongWork("feed", "empty_claimed") { scope, rows, max in
    try scope.connection.run(
      """
      UPDATE feed SET body = '' WHERE seq IN (
        \(feed(of: rows, scope, that: "body <> '' AND by_client = 1", max: max)))
      """)
  }

  private static func feed(of rows: Rows, _ scope: Scope, that filter: SQL, max: Int64) -> SQL {
    """
    SELECT seq FROM feed {by feed_by_subject}
    WHERE app = \(scope.tenant) AND subject = \(.identifier(rows.subject)) AND \(filter)
    ORDER BY seq LIMIT \(.integer(max))
    """
  }
}
