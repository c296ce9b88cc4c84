import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Products with which nobody has done anything for as long as the app keeps events: their numbers
/// go, and what only clients have told of them. Whoever has an app's key can make up products, so
/// else there would be ever more. What the app's server or a feed has told of stays.
public struct UnusedProducts {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Days after which a use is noted anew: most products are used all day long.
  static let noteDays: Int64 = 30
  /// Products that are looked at in one transaction.
  static let partMax: Int64 = 500

  /// Whether a use is so long ago that the next one is noted.
  static func isStale(_ usedAt: Instant, now: Instant) -> Bool {
    now.milliseconds(since: usedAt) >= noteDays * Span.dayMilliseconds
  }

  /// The apps in which there may be some to look at.
  /// - Throws: `DatabaseError`.
  public static func apps(at now: Instant, _ connection: any Connection) throws -> [Int64] {
    let end = now.adding(milliseconds: -noteDays * Span.dayMilliseconds)
    return try connection.rows(
      """
      SELECT a.number FROM apps AS a WHERE EXISTS (
        SELECT 1 FROM product_numbers AS p {by product_numbers_by_use}
        WHERE p.app = a.number AND p.used_at < $1)
      ORDER BY a.number
      """, [.instant(end)]
    ) { $0.integer(0) }
  }

  private struct Found {
    let number: Int64
    let id: String
    /// 0 of those whose use nobody has noted yet.
    let usedAt: Instant
  }

  /// Looks at the next ones, and gives at how many; 0 when none is left.
  /// - Throws: `DatabaseError`.
  public func remove() throws -> Int {
    let found = try next()
    let products = try Products(scope).load(found.map(\.id))
    for one in found {
      let product = products[TextKey(one.id)]
      let isKept = product.map { $0.deletedAt == nil && $0.isOfServer } ?? false
      guard one.usedAt.milliseconds > 0, !isKept else {
        try ProductNumbers(scope).use(one.number)
        continue
      }
      if let product, product.deletedAt == nil { try Products(scope).forget(product) }
      try scope.connection.send(
        "DELETE FROM product_numbers WHERE app = $1 AND number = $2",
        [scope.tenant, .integer(one.number)])
    }
    return found.count
  }

  /// An action is stored up to `noteDays` after the use that is noted.
  private func next() throws -> [Found] {
    let days = scope.app.settings.retentionDays.events + Self.noteDays + 1
    let end = scope.now.adding(milliseconds: -days * Span.dayMilliseconds)
    return try scope.connection.rows(
      """
      SELECT number, product, used_at FROM product_numbers {by product_numbers_by_use}
      WHERE app = $1 AND used_at < $2 ORDER BY used_at, number LIMIT $3
      """, [scope.tenant, .instant(end), .integer(Self.partMax)]
    ) { Found(number: $0.integer(0), id: $0.text(1), usedAt: $0.instant(2)) }
  }
}
