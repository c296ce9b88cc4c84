import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Who has looked at which product, or had it in a basket, and who has bought it: whom the fall of
/// its price concerns. Kept only for apps that tell of such falls. Of each the latest time is kept,
/// so that no order and no repetition makes a difference.
struct ProductInterests {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  private static let row = BulkStatement(
    """
    INSERT INTO product_interests (app, product, visitor, seen_at, bought_at, at)
    SELECT $1, $2, $3, $4, $5, $6 {each} WHERE true
    ON CONFLICT (app, product, visitor) DO UPDATE SET
      seen_at = CASE WHEN excluded.seen_at > product_interests.seen_at
        THEN excluded.seen_at ELSE product_interests.seen_at END,
      bought_at = CASE WHEN excluded.bought_at > product_interests.bought_at
        THEN excluded.bought_at ELSE product_interests.bought_at END,
      at = CASE WHEN excluded.at > product_interests.at
        THEN excluded.at ELSE product_interests.at END
    """,
    [
      .integer("app"), .integer("product"), .integer("visitor"), .integer("seen_at"),
      .integer("bought_at"), .integer("at"),
    ])

  private struct Key: Hashable, Comparable {
    let product: Int64
    let visitor: Int64

    static func < (one: Key, other: Key) -> Bool {
      (one.product, one.visitor) < (other.product, other.visitor)
    }
  }

  private struct Times {
    var seen: Int64 = 0
    var bought: Int64 = 0
  }

  /// Notes what visitors did.
  /// - Throws: `DatabaseError`.
  func note(_ actions: [(action: ShopAction, visitor: Int64)]) throws {
    var times: [Key: Times] = [:]
    for (action, visitor) in actions {
      let key = Key(product: action.product, visitor: visitor)
      let at = max(action.at.milliseconds, 1)
      switch action.kind {
      case .view, .basketAdd:
        times[key, default: Times()].seen = max(times[key]?.seen ?? 0, at)
      case .purchase: times[key, default: Times()].bought = max(times[key]?.bought ?? 0, at)
      case .basketRemove, .found: break
      }
    }
    guard !times.isEmpty else { return }
    try scope.connection.send(
      Self.row,
      for: times.sorted { $0.key < $1.key }.map { key, times in
        [
          scope.tenant, .integer(key.product), .integer(key.visitor), .integer(times.seen),
          .integer(times.bought), .integer(max(times.seen, times.bought)),
        ]
      })
  }

  /// Visitors who have looked at a product and not bought it, behind one of them, in their order.
  /// - Throws: `DatabaseError`.
  func visitors(of product: Int64, behind visitor: Int64, max: Int64) throws -> [Int64] {
    try scope.connection.rows(
      """
      SELECT visitor FROM product_interests
      WHERE app = $1 AND product = $2 AND visitor > $3 AND seen_at > 0
      ORDER BY visitor LIMIT $4
      """,
      [scope.tenant, .integer(product), .integer(visitor), .integer(max)]
    ) { $0.integer(0) }
  }

  /// Whether any of these visitors has bought a product.
  /// - Throws: `DatabaseError`.
  func isBought(_ product: Int64, by visitors: [Int64]) throws -> Bool {
    try visitors.contains { visitor in
      try scope.connection.first(
        """
        SELECT bought_at FROM product_interests WHERE app = $1 AND product = $2 AND visitor = $3
        """, [scope.tenant, .integer(product), .integer(visitor)]
      ) { $0.integer(0) > 0 } ?? false
    }
  }

  /// Makes what a visitor looked at another's, or forgets it.
  /// - Throws: `DatabaseError`.
  func move(_ visitor: Int64, to other: Int64?) throws {
    let rows = try scope.connection.rows(
      """
      SELECT product, seen_at, bought_at, at
      FROM product_interests {by product_interests_by_visitor}
      WHERE app = $1 AND visitor = $2 ORDER BY product
      """, [scope.tenant, .integer(visitor)]
    ) { row in (0..<4).map { DatabaseValue.integer(row.integer($0)) } }
    if let other {
      try scope.connection.send(
        Self.row,
        for: rows.map { [scope.tenant, $0[0], .integer(other), $0[1], $0[2], $0[3]] })
    }
    try scope.connection.send(
      """
      DELETE FROM product_interests {by product_interests_by_visitor}
      WHERE app = $1 AND visitor = $2
      """, [scope.tenant, .integer(visitor)])
  }
}
