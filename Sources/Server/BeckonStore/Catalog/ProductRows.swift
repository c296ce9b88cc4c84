import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Writes products as decided, with what follows from it: their prices, and a row of the feed.
struct ProductRows {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  private static let row = BulkStatement(
    """
    INSERT INTO products (app, id, product, body, brand, categories, in_stock, hidden, created_at,
      changed_at, deleted_at, absent_since, feed)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 {each} WHERE true
    ON CONFLICT (app, id) DO UPDATE SET
      body = excluded.body, brand = excluded.brand, categories = excluded.categories,
      in_stock = excluded.in_stock, hidden = excluded.hidden, created_at = excluded.created_at,
      changed_at = excluded.changed_at, deleted_at = excluded.deleted_at,
      absent_since = excluded.absent_since, feed = excluded.feed
    """,
    [
      .integer("app"), .identifier("id"), .text("product"), .text("body"), .text("brand"),
      .text("categories"), .integer("in_stock"), .integer("hidden"), .integer("created_at"),
      .integer("changed_at"), .integer("deleted_at"), .integer("absent_since"),
      .identifier("feed"),
    ])

  /// Stores changes, of which some may be of one product.
  /// - Throws: `DatabaseError`.
  func store(_ changes: [ProductChange], isByClient: Bool = false) throws {
    let written = changes.filter(\.isWritten)
    var last: [Identifier: Product] = [:]
    for product in written.compactMap(\.product) { last[Products.key(of: product.id)] = product }
    guard !last.isEmpty else { return }
    // In the order of their keys, so that two that change the same wait in one direction.
    try scope.connection.send(
      Self.row, for: last.sorted { $0.key < $1.key }.map { parameters($0.key, $0.value) })
    for change in written {
      guard let product = change.product else { continue }
      try note(change.prices, of: Products.key(of: product.id))
    }
    let others = Set(
      written.filter { $0.verdict != .unchanged }.compactMap { $0.product?.id }.map(Products.key))
    try Feed(scope).publishChange(.product, others.sorted(), isByClient: isByClient)
  }

  private func parameters(_ key: Identifier, _ product: Product) -> [DatabaseValue] {
    [
      scope.tenant, .identifier(key), .text(product.id), .text(product.stored.text),
      .text(product.text(.brand)), .text(CategoryDigest.text(of: product)),
      .bool(product.isInStock), .bool(product.isHidden), .instant(product.createdAt),
      .instant(product.changedAt), .instant(product.deletedAt), .instant(product.absentSince),
      .identifier(product.feed),
    ]
  }

  // MARK: Prices

  private static let price = Insertion(
    "product_prices",
    [
      .integer("app"), .identifier("product"), .identifier("id"), .text("currency"),
      .integer("at"), .integer("before"), .integer("after"), .text("told_by"),
    ])

  private func note(_ prices: [ProductChange.Price], of product: Identifier) throws {
    guard !prices.isEmpty else { return }
    try scope.connection.insert(
      prices.map { price in
        let id: FactID = scope.newID()
        return [
          scope.tenant, .identifier(product), .id(id), .text(price.currency.code), scope.time,
          .integer(price.before), .integer(price.after), .text(price.by.rawValue),
        ]
      }, by: Self.price)
    // The first price of a product has none before it that could be too old.
    for price in prices where price.before != nil {
      let (app, currency) = (scope.tenant, DatabaseValue.text(price.currency.code))
      try scope.connection.send(
        """
        DELETE FROM product_prices
        WHERE app = \(app) AND product = \(.identifier(product)) AND currency = \(currency)
          AND id <= (SELECT p.id FROM product_prices AS p
            WHERE p.app = \(app) AND p.product = \(.identifier(product))
              AND p.currency = \(currency)
            ORDER BY p.id DESC LIMIT 1 OFFSET \(.integer(ProductLimits.priceChanges)))
        """)
    }
  }
}

/// By what a product's categories are found in a column: the digest of each path and of those that
/// it lies in, with spaces around them.
enum CategoryDigest {
  private static func digest(_ path: String) -> String {
    Identifier(hashing: "category", path).text
  }

  static func text(of product: Product) -> String {
    let digests = product.lineages.sortedTexts.map(digest)
    return digests.isEmpty ? "" : " " + digests.joined(separator: " ") + " "
  }

  /// A pattern of `LIKE`. The digests have no letter in capitals, so it is the same on both
  /// databases.
  static func pattern(_ path: CategoryPath) -> String { "% " + digest(path.text) + " %" }
}
