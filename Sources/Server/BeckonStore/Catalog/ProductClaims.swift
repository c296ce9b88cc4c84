import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What clients say of products and does not count yet. Who was the first to tell of a product has
/// a row too, without a field: so nobody makes up any number of them.
struct ProductClaims {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  private static let maker = ""

  /// What waits about a product.
  /// - Throws: `DatabaseError`.
  func waiting(for product: Identifier) throws -> [ProductChange.Claim] {
    try scope.connection.rows(
      """
      SELECT field, value, reporter, at FROM product_claims
      WHERE app = \(scope.tenant) AND product = \(.identifier(product)) AND field > ''
      ORDER BY field, reporter
      """
    ) { row -> ProductChange.Claim? in
      guard let key = ProductKey(row.text(0)),
        let value = try row.optionalJSON(1).flatMap(ProductValue.init)
      else { return nil }
      return ProductChange.Claim(key, value, by: row.identifier(2), at: row.instant(3))
    }.compactMap { $0 }
  }

  /// How many words of one wait, counted up to the bound.
  /// - Throws: `DatabaseError`.
  func count(of reporter: Identifier) throws -> Int64 {
    try scope.connection.first(
      """
      SELECT COUNT(*) FROM (SELECT 1 FROM product_claims {by product_claims_by_reporter}
        WHERE app = \(scope.tenant) AND reporter = \(.identifier(reporter))
        LIMIT \(.integer(ProductLimits.claimsOfReporter))) AS own
      """
    ) { $0.integer(0) } ?? 0
  }

  /// Notes what waits of a change, and drops what was waited for.
  /// - Throws: `DatabaseError`.
  func note(_ change: ProductChange, by reporter: Identifier) throws {
    guard let product = change.product else { return }
    let key = Products.key(of: product.id)
    for settled in change.settled {
      try scope.connection.send(
        """
        DELETE FROM product_claims
        WHERE app = \(scope.tenant) AND product = \(.identifier(key))
          AND field = \(.text(settled.text))
        """)
    }
    for claim in change.claims {
      try write(claim.key.text, claim.value.json.text, reporter, key)
      try bound(claim.key, key)
    }
    if change.verdict == .created { try write(Self.maker, "", reporter, key) }
  }

  private func write(
    _ field: String, _ value: String, _ reporter: Identifier, _ product: Identifier
  ) throws {
    try scope.connection.send(
      """
      INSERT INTO product_claims (app, product, field, reporter, value, at)
      VALUES (\(scope.tenant), \(.identifier(product)), \(.text(field)), \(.identifier(reporter)),
        \(.text(value)), \(scope.time))
      ON CONFLICT (app, product, field, reporter) DO UPDATE SET
        value = excluded.value, at = excluded.at
      """)
  }

  /// Drops the oldest of too many words about a field: who floods it keeps nobody else from
  /// agreeing for long.
  private func bound(_ field: ProductKey, _ product: Identifier) throws {
    try scope.connection.send(
      """
      DELETE FROM product_claims
      WHERE app = \(scope.tenant) AND product = \(.identifier(product))
        AND field = \(.text(field.text)) AND reporter IN (
          SELECT c.reporter FROM product_claims AS c
          WHERE c.app = \(scope.tenant) AND c.product = \(.identifier(product))
            AND c.field = \(.text(field.text))
          ORDER BY c.at DESC, c.reporter
          LIMIT 1000 OFFSET \(.integer(Int64(ProductLimits.claimsOfField))))
      """)
  }

  /// Drops all words about a product.
  /// - Throws: `DatabaseError`.
  func drop(_ product: Identifier) throws {
    try scope.connection.send(
      """
      DELETE FROM product_claims
      WHERE app = \(scope.tenant) AND product = \(.identifier(product)) AND field > ''
      """)
  }

  /// Drops all words of one who is erased.
  /// - Throws: `DatabaseError`.
  func forget(_ reporter: Identifier) throws {
    try scope.connection.send(
      """
      DELETE FROM product_claims
      WHERE app = \(scope.tenant) AND reporter = \(.identifier(reporter))
      """)
  }
}
