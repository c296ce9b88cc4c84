import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What a feed, as a whole, says of products: those that it has no more.
public struct ProductFeed {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Notes that a feed still has a product, of which it says something wrong.
  /// - Throws: `DatabaseError`.
  public func keep(_ id: String, in feed: Identifier) throws {
    try scope.connection.send(
      """
      UPDATE products SET feed = \(.identifier(feed))
      WHERE app = \(scope.tenant) AND id = \(.identifier(Products.key(of: id)))
        AND feed IS NOT NULL AND deleted_at IS NULL
      """)
  }

  /// How many products an import has hidden that began then.
  /// - Throws: `DatabaseError`.
  public func hidden(since start: Instant, by feed: Identifier) throws -> Int64 {
    try scope.connection.first(
      """
      SELECT COUNT(*) FROM products
      WHERE app = \(scope.tenant) AND feed <> \(.identifier(feed)) AND deleted_at IS NULL
        AND absent_since >= \(.instant(start))
      """
    ) { $0.integer(0) } ?? 0
  }

  /// Products that are hidden in one transaction.
  private static let batchMax: Int64 = 500

  /// Hides products that a feed had told of and this import has not, up to some number, and tells
  /// whether there may be more.
  /// - Throws: `DatabaseError`.
  public func hideAbsent(from feed: Identifier) throws -> Bool {
    var left = Self.batchMax
    for isBelow in [true, false] {
      let side: SQL = isBelow ? "feed < \(.identifier(feed))" : "feed > \(.identifier(feed))"
      let gone = try scope.connection.rows(
        """
        SELECT id FROM products {by products_by_feed}
        WHERE app = \(scope.tenant) AND deleted_at IS NULL AND absent_since IS NULL AND \(side)
        ORDER BY feed, id LIMIT \(.integer(left))
        """
      ) { $0.identifier(0) }
      for id in gone {
        try scope.connection.send(
          """
          UPDATE products SET hidden = 1, absent_since = \(scope.time), changed_at = \(scope.time)
          WHERE app = \(scope.tenant) AND id = \(.identifier(id))
          """)
      }
      try Feed(scope).publishChange(.product, gone)
      left -= Int64(gone.count)
      guard left > 0 else { return true }
    }
    return false
  }
}
