import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Who has looked at which product, put it into a basket, taken it out and bought it: whom the fall
/// of its price concerns, and what lies in whose basket. Kept only for apps with reminders. Of each
/// the latest time is kept, so that no order and no repetition makes a difference.
struct ProductInterests {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  private static let row = BulkStatement(
    """
    INSERT INTO product_interests (app, product, visitor, seen_at, added_at, removed_at, bought_at,
      at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8 {each} WHERE true
    ON CONFLICT (app, product, visitor) DO UPDATE SET
      seen_at = CASE WHEN excluded.seen_at > product_interests.seen_at
        THEN excluded.seen_at ELSE product_interests.seen_at END,
      added_at = CASE WHEN excluded.added_at > product_interests.added_at
        THEN excluded.added_at ELSE product_interests.added_at END,
      removed_at = CASE WHEN excluded.removed_at > product_interests.removed_at
        THEN excluded.removed_at ELSE product_interests.removed_at END,
      bought_at = CASE WHEN excluded.bought_at > product_interests.bought_at
        THEN excluded.bought_at ELSE product_interests.bought_at END,
      at = CASE WHEN excluded.at > product_interests.at
        THEN excluded.at ELSE product_interests.at END
    """,
    [
      .integer("app"), .integer("product"), .integer("visitor"), .integer("seen_at"),
      .integer("added_at"), .integer("removed_at"), .integer("bought_at"), .integer("at"),
    ])

  private struct Key: Hashable, Comparable {
    let product: Int64
    let visitor: Int64

    static func < (one: Key, other: Key) -> Bool {
      (one.product, one.visitor) < (other.product, other.visitor)
    }
  }

  /// The latest time of each; 0 for never.
  private struct Times {
    var seen: Int64 = 0
    var added: Int64 = 0
    var removed: Int64 = 0
    var bought: Int64 = 0

    mutating func note(_ kind: ShopAction.Kind, at: Int64) {
      switch kind {
      case .view: seen = max(seen, at)
      case .basketAdd: (seen, added) = (max(seen, at), max(added, at))
      case .basketRemove: removed = max(removed, at)
      case .purchase: bought = max(bought, at)
      case .found: break
      }
    }

    var values: [DatabaseValue] {
      [seen, added, removed, bought, max(seen, added, removed, bought)].map { .integer($0) }
    }
  }

  /// Notes what visitors did.
  /// - Throws: `DatabaseError`.
  func note(_ actions: [(action: ShopAction, visitor: Int64)]) throws {
    var times: [Key: Times] = [:]
    for (action, visitor) in actions where action.kind != .found {
      times[Key(product: action.product, visitor: visitor), default: Times()].note(
        action.kind, at: max(action.at.milliseconds, 1))
    }
    guard !times.isEmpty else { return }
    try scope.connection.send(
      Self.row,
      for: times.sorted { $0.key < $1.key }.map { key, times in
        [scope.tenant, .integer(key.product), .integer(key.visitor)] + times.values
      })
  }

  /// Visitors who have looked at a product, behind one of them, in their order.
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

  /// What moved a visitor's basket, as far as it is still known.
  /// - Throws: `DatabaseError`.
  func basketActions(of visitor: Int64) throws -> [ShopAction] {
    try scope.connection.rows(
      """
      SELECT product, added_at, removed_at, bought_at
      FROM product_interests {by product_interests_by_visitor}
      WHERE app = $1 AND visitor = $2 AND added_at > 0 ORDER BY product LIMIT $3
      """, [scope.tenant, .integer(visitor), .integer(Int64(ShopLimits.basketProducts))]
    ) { row in
      let kinds: [ShopAction.Kind] = [.basketAdd, .basketRemove, .purchase]
      return kinds.enumerated().compactMap { place, kind -> ShopAction? in
        let at = row.integer(place + 1)
        return at == 0
          ? nil
          : ShopAction(
            kind, product: row.integer(0), session: 0, at: Instant(milliseconds: at))
      }
    }.flatMap { $0 }
  }

  /// Makes what a visitor looked at another's, or forgets it.
  /// - Throws: `DatabaseError`.
  func move(_ visitor: Int64, to other: Int64?) throws {
    if let other {
      let rows = try scope.connection.rows(
        """
        SELECT product, seen_at, added_at, removed_at, bought_at, at
        FROM product_interests {by product_interests_by_visitor}
        WHERE app = $1 AND visitor = $2 ORDER BY product
        """, [scope.tenant, .integer(visitor)]
      ) { row in (0..<6).map { DatabaseValue.integer(row.integer($0)) } }
      try scope.connection.send(
        Self.row,
        for: rows.map { [scope.tenant, $0[0], .integer(other)] + $0.dropFirst() })
    }
    try scope.connection.send(
      """
      DELETE FROM product_interests {by product_interests_by_visitor}
      WHERE app = $1 AND visitor = $2
      """, [scope.tenant, .integer(visitor)])
  }
}
