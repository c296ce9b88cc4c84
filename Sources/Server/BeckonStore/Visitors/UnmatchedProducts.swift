import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Ids of products that events have named lately and that match nothing in the app's catalogue.
/// They are looked for when somebody asks: nothing is counted while events come in.
public struct UnmatchedProducts {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Looks for them.
  /// - Parameter actionsMax: looks at so many actions at most, the latest.
  /// - Throws: `DatabaseError`.
  public func report(
    actionsMax: Int64 = UnmatchedProductLimits.actions
  ) throws -> UnmatchedProductReport {
    let start = scope.now.adding(
      milliseconds: -UnmatchedProductLimits.days * Span.dayMilliseconds)
    let named = NamedProduct.mostNamed(try uses(since: start, actionsMax))
    let found = try found(named.prefix(UnmatchedProductLimits.lookedUp).map(\.number))
    let isFull = named.reduce(0) { $0 + $1.count } >= actionsMax
    return UnmatchedProductReport(
      named, found,
      since: isFull ? named.map(\.firstAt).min() ?? start : start,
      hasCatalogue: try found.values.contains(where: \.isMatched) || hasCatalogue())
  }

  private func uses(since start: Instant, _ max: Int64) throws -> [NamedProduct.Use] {
    try scope.connection.rows(
      """
      SELECT product, kind, COUNT(*), MIN(received_at), MAX(received_at) FROM (
        SELECT product, kind, received_at FROM shop_actions {by shop_actions_by_time}
        WHERE app = \(scope.tenant) AND received_at >= \(.instant(start))
        ORDER BY received_at DESC LIMIT \(.integer(max))) AS latest
      GROUP BY product, kind
      """
    ) { row in
      // What only a newer program knows is left out.
      ShopAction.Kind(number: row.integer(1)).map { kind in
        NamedProduct.Use(
          of: row.integer(0), kind, count: row.integer(2), firstAt: row.instant(3),
          lastAt: row.instant(4))
      }
    }.compactMap { $0 }
  }

  // MARK: What the catalogue knows

  /// What is said of a product that a feed has told of, or that was deleted, need not be read.
  private static let byKey = BulkStatement(
    """
    SELECT id, CASE WHEN feed IS NULL AND deleted_at IS NULL THEN body END FROM products
    WHERE app = $1 AND id = $2
    """, [.integer("app"), .identifier("id")])

  private func found(_ numbers: [Int64]) throws -> [Int64: UnmatchedProductReport.Found] {
    let ids = try ProductNumbers(scope).products(of: numbers)
    let rows = try scope.connection.rows(
      Self.byKey,
      for: ids.values.map(Products.key).sorted().map { [scope.tenant, .identifier($0)] }
    ) { (key: $0.identifier(0), told: try $0.optionalText(1).map(Products.told)) }
    let known = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.told) })
    return ids.mapValues { id in
      guard let row = known[Products.key(of: id)] else {
        return UnmatchedProductReport.Found(id, isMatched: false)
      }
      guard let told = row, !told.isOfServer else {
        return UnmatchedProductReport.Found(id, isMatched: true)
      }
      return UnmatchedProductReport.Found(id, isMatched: false, title: Self.title(told))
    }
  }

  private static func title(_ told: [ProductKey: Product.Told]) -> String? {
    guard case .text(let title)? = told[ProductKey(.title)]?.value else { return nil }
    return title
  }

  // MARK: Whether there is a catalogue

  /// Whether a feed or the app's server has told of any product. The usual fault is that no id that
  /// is named matches, so those do not show it.
  private func hasCatalogue() throws -> Bool { try hasFeed() || isTold() }

  private func hasFeed() throws -> Bool {
    try scope.connection.first(
      """
      SELECT 1 FROM products {by products_by_feed}
      WHERE app = \(scope.tenant) AND deleted_at IS NULL AND absent_since IS NULL
        AND feed > \(.identifier(Identifier(high: 0, low: 0))) LIMIT 1
      """
    ) { _ in true } ?? false
  }

  /// Rows of which a text is read to its end, of those in which it looks as if the server had told.
  private static let readMax: Int64 = 100

  private func isTold() throws -> Bool {
    try scope.connection.rows(
      """
      SELECT body FROM (
        SELECT body FROM products WHERE app = \(scope.tenant)
        ORDER BY id LIMIT \(.integer(UnmatchedProductLimits.sampled))) AS drawn
      WHERE body LIKE \(.text("%,\"server\",%")) LIMIT \(.integer(Self.readMax))
      """
    ) { try Products.told($0.text(0)).isOfServer }.contains(true)
  }
}
