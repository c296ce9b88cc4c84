import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What a server reads of all shops, from the first row to the last, before it can recommend. What
/// happens meanwhile it is told by the feed (`FeedTail`).
public enum ShopHistory {
  /// Numbers of products of all apps behind a number, in their order; so many at most.
  /// - Throws: `DatabaseError`.
  public static func numbers(
    behind number: Int64, limit: Int, _ connection: any Connection
  ) throws -> [(app: Int64, number: Int64)] {
    try connection.rows(
      "SELECT number, app FROM product_numbers WHERE number > $1 ORDER BY number LIMIT $2",
      [.integer(number), .integer(limit)]
    ) { (app: $0.integer(1), number: $0.integer(0)) }
  }

  /// The next app that has products in its catalogue; `nil` when there is none.
  /// - Throws: `DatabaseError`.
  public static func app(behind app: Int64, _ connection: any Connection) throws -> Int64? {
    try connection.first(
      "SELECT app FROM products WHERE app > $1 ORDER BY app LIMIT 1", [.integer(app)]
    ) { $0.integer(0) }
  }

  /// Visitors some of whose actions still stand under the number that they had: by that number, the
  /// one that they have.
  /// - Throws: `DatabaseError`.
  public static func moving(_ connection: any Connection) throws -> [Int64: Int64] {
    let moves = try connection.rows(
      "SELECT subject, target FROM leftovers WHERE work = $1 AND target IS NOT NULL",
      [.text(LongWork.moveActions.name)]
    ) { ($0.identifier(0).visitorNumber, $0.identifier(1).visitorNumber) }
    return Dictionary(moves) { first, _ in first }
  }
}
