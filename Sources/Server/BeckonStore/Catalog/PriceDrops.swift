import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A price that has fallen, for whoever tells people of it.
public struct PriceDrop: Hashable, Sendable {
  /// The product's key.
  public let product: Identifier
  /// Of which currency.
  public let currency: Currency
  /// What it was.
  public let before: Int64
  /// What it is.
  public let after: Int64
  /// When it fell.
  public let at: Instant
  /// By whose word. Nobody is reminded of what clients say.
  public let by: Trust
}

extension Products {
  /// Prices that fell behind an instant, the last first.
  /// - Throws: `DatabaseError`.
  public func drops(since: Instant, limit: Int) throws -> [PriceDrop] {
    try scope.connection.rows(
      """
      SELECT product, currency, before, after, at, told_by
      FROM product_prices {by product_prices_by_app}
      WHERE app = \(scope.tenant) AND at >= \(.instant(since)) AND after < before
      ORDER BY at DESC, product DESC LIMIT \(.integer(Int64(limit)))
      """
    ) { row in
      PriceDrop(
        product: row.identifier(0), currency: Currency(row.text(1)) ?? .none,
        before: row.integer(2), after: row.integer(3), at: row.instant(4), by: try row.choice(5))
    }
  }
}
