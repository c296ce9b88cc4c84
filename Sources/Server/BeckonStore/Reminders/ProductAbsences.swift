import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Since when products are out of stock, by the word of the app's server or its feed. Kept only for
/// apps that tell people when one has come back; also of products that nobody has looked at yet,
/// because somebody may while they are away.
struct ProductAbsences {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  private static let look = BulkStatement(
    "SELECT product FROM product_absences WHERE app = $1 AND product = $2",
    [.integer("app"), .identifier("product")])

  /// Those that are out of stock as far as was noted.
  /// - Throws: `DatabaseError`.
  func absent(among products: Set<Identifier>) throws -> Set<Identifier> {
    let rows = products.sorted().map { [scope.tenant, .identifier($0)] }
    return Set(try scope.connection.rows(Self.look, for: rows) { $0.identifier(0) })
  }

  /// Notes how a product stands now, by its key in the catalogue.
  /// - Returns: whether it was out of stock and can be bought again.
  /// - Throws: `DatabaseError`.
  func note(_ product: Identifier, isInStock: Bool, at: Instant) throws -> Bool {
    guard isInStock else {
      try scope.connection.send(
        """
        INSERT INTO product_absences (app, product, since) VALUES ($1, $2, $3)
        ON CONFLICT (app, product) DO NOTHING
        """, [scope.tenant, .identifier(product), .instant(at)])
      return false
    }
    return try scope.connection.run(
      "DELETE FROM product_absences WHERE app = $1 AND product = $2",
      [scope.tenant, .identifier(product)]) > 0
  }
}
