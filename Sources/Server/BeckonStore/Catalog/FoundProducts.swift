import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The app's products, as lists.
public struct FoundProducts {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Which of them.
  public struct Filter: Sendable {
    /// In this category, or one inside it.
    public var category: CategoryPath?
    /// Of this brand, byte by byte.
    public var brand: String?
    /// Whether they can be bought.
    public var isInStock: Bool?
    /// Whether they are hidden.
    public var isHidden: Bool?
    /// When they last became others.
    public var period = ListPeriod()

    /// All of them.
    public init() {}
  }

  /// A page, what changed last first.
  /// - Throws: `DatabaseError`.
  public func page(
    _ filter: Filter, behind place: ListPlace?, limit: Int
  ) throws -> FoundRows {
    let walk = ListWalk(
      scope: scope, table: "products {by products_by_change}", columns: Products.columns,
      key: "app = \(scope.tenant) AND deleted_at IS NULL",
      order: .time("changed_at", id: "id"), bounds: filter.period.times("changed_at"),
      filters: [
        filter.category.map { "categories LIKE \(.text(CategoryDigest.pattern($0)))" },
        filter.brand.map { "brand = \(.text($0))" },
        filter.isInStock.map { "in_stock = \(.bool($0))" },
        filter.isHidden.map { "hidden = \(.bool($0))" },
      ],
      read: { try Products.read($0, from: ListWalk.first).json(.own) })
    return try ListWalk.page(of: [walk], behind: place, limit: limit)
  }

  /// How a product's price has changed, the last change first.
  /// - Throws: `DatabaseError`.
  public func prices(
    of product: String, in currency: Currency?, behind place: ListPlace?, limit: Int
  ) throws -> FoundRows {
    let walk = ListWalk(
      scope: scope, table: "product_prices",
      columns: "currency, at, before, after, told_by",
      key: "app = \(scope.tenant) AND product = \(.identifier(Products.key(of: product)))",
      order: .id("id"), filters: [currency.map { "currency = \(.text($0.code))" }],
      read: Self.price)
    return try ListWalk.page(of: [walk], behind: place, limit: limit)
  }

  private static func price(_ row: any Row) -> JSON {
    let first = ListWalk.first
    let currency = Currency(row.text(first)) ?? .none
    func decimal(_ column: Int) -> JSON? {
      row.isNull(column)
        ? nil : .string(Money(amount: row.integer(column), currency: currency).decimal)
    }
    return .object([
      "at": .instant(row.instant(first + 1)), "currency": .string(currency.code),
      "before": decimal(first + 2), "after": decimal(first + 3),
      "by": .string(row.text(first + 4)),
    ])
  }
}
