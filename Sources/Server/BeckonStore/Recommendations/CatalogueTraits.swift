import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What a recommender must know of products, with the numbers by which it names them.
public struct CatalogueTraits {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What is known of some products, and of which of them nobody has made a number.
  public struct Found: Sendable {
    /// By number.
    public var traits: [Int64: ItemTraits] = [:]
    /// The ids of those without one.
    public var unnumbered: [String] = []
    /// The products themselves, for a search.
    public var products: [Product] = []

    /// Nothing.
    public init() {}
  }

  /// The number of a category, or of what products of one kind have in common.
  public static func digest(_ text: String) -> UInt32 {
    UInt32(truncatingIfNeeded: Identifier(hashing: "item trait", text).low)
  }

  /// Products by their keys, as the feed names them.
  /// - Throws: `DatabaseError`.
  public func load(keys: [Identifier]) throws -> Found {
    try found(Array(Products(scope).load(keys: keys).values))
  }

  /// Products in the order of their keys, behind one of them, and the last key; `nil` behind the
  /// last product.
  /// - Throws: `DatabaseError`.
  public func page(
    behind key: Identifier?, limit: Int
  ) throws -> (found: Found, last: Identifier)? {
    let page = try Products(scope).page(behind: key, limit: limit)
    guard let last = page.last?.key else { return nil }
    return (try found(page.map(\.product)), last)
  }

  private static let byProduct = BulkStatement(
    "SELECT product, number FROM product_numbers WHERE app = $1 AND product = $2",
    [.integer("app"), .text("product")])

  private func found(_ products: [Product]) throws -> Found {
    let rows = try scope.connection.rows(
      Self.byProduct, for: products.map { [scope.tenant, .text($0.id)] }
    ) { (TextKey($0.text(0)), $0.integer(1)) }
    let numbers = Dictionary(rows) { first, _ in first }
    var found = Found()
    found.products = products
    for product in products {
      if let number = numbers[product.id] {
        found.traits[number] = ItemTraits(product, digest: Self.digest)
      } else if product.isShown {
        found.unnumbered.append(product.id)
      }
    }
    return found
  }

  private static let numbering = BulkStatement(
    """
    INSERT INTO product_numbers (app, product, used_at) SELECT $1, $2, $3 {each} WHERE true
    ON CONFLICT (app, product) DO NOTHING
    """, [.integer("app"), .text("product"), .integer("used_at")])

  /// Makes numbers for products with which nobody has done anything.
  /// - Throws: `DatabaseError`.
  public func number(_ products: [String]) throws {
    try scope.connection.send(
      Self.numbering, for: products.sorted().map { [scope.tenant, .text($0), scope.time] })
  }
}
