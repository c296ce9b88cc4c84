import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The numbers by which actions name products: a shop's own ids are long, and there are many
/// actions.
public struct ProductNumbers {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The numbers of products by the shop's own ids, of which it is noted that somebody uses them.
  /// Those that have none are given one, as long as there are no more than `newMax`.
  /// - Throws: `DatabaseError`.
  func numbers(of products: [String], newMax: Int) throws -> [TextKey: Int64] {
    var numbers: [TextKey: Int64] = [:]
    var new = 0
    for product in products where numbers[product] == nil {
      if let known = try row(of: product) {
        numbers[product] = known.number
        if UnusedProducts.isStale(known.usedAt, now: scope.now) { try use(known.number) }
      } else if new < newMax {
        numbers[product] = try make(product)
        new += 1
      }
    }
    return numbers
  }

  /// The number of a product; `nil` when nobody has done anything with it.
  /// - Throws: `DatabaseError`.
  public func find(_ product: String) throws -> Int64? { try row(of: product)?.number }

  private func row(of product: String) throws -> (number: Int64, usedAt: Instant)? {
    try scope.connection.first(
      "SELECT number, used_at FROM product_numbers WHERE app = $1 AND product = $2",
      [scope.tenant, .text(product)]
    ) { (number: $0.integer(0), usedAt: $0.instant(1)) }
  }

  /// Notes that a product is used now.
  /// - Throws: `DatabaseError`.
  func use(_ number: Int64) throws {
    try scope.connection.send(
      "UPDATE product_numbers SET used_at = $3 WHERE app = $1 AND number = $2 AND used_at < $3",
      [scope.tenant, .integer(number), scope.time])
  }

  /// The shop's own ids of products by their numbers.
  /// - Throws: `DatabaseError`.
  public func products(of numbers: [Int64]) throws -> [Int64: String] {
    let found = try scope.connection.rows(
      Self.byNumber, for: Set(numbers).sorted().map { [scope.tenant, .integer($0)] }
    ) { ($0.integer(0), $0.text(1)) }
    return Dictionary(uniqueKeysWithValues: found)
  }

  private static let byNumber = BulkStatement(
    "SELECT number, product FROM product_numbers WHERE app = $1 AND number = $2",
    [.integer("app"), .integer("number")])

  private func make(_ product: String) throws -> Int64 {
    let number = try scope.connection.first(
      """
      INSERT INTO product_numbers (app, product, used_at) VALUES ($1, $2, $3)
      ON CONFLICT (app, product) DO NOTHING RETURNING number
      """, [scope.tenant, .text(product), scope.time]
    ) { $0.integer(0) }
    guard let number else { throw DatabaseError.misuse("a product was not numbered") }
    return number
  }
}
