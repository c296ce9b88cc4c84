import BeckonModel

/// A product that events name, with all that was done with it.
public struct NamedProduct: Sendable {
  /// What was done with a product in one way.
  public struct Use: Sendable {
    /// The product's number in its app.
    public let number: Int64
    /// In which way.
    public let kind: ShopAction.Kind
    /// How often, at least 1.
    public let count: Int64
    /// When the first word of it came.
    public let firstAt: Instant
    /// When the last one came.
    public let lastAt: Instant

    /// What was done.
    public init(
      of number: Int64, _ kind: ShopAction.Kind, count: Int64, firstAt: Instant, lastAt: Instant
    ) {
      (self.number, self.kind, self.count) = (number, kind, count)
      (self.firstAt, self.lastAt) = (firstAt, lastAt)
    }
  }

  /// The product's number in its app.
  public let number: Int64
  /// How often it was named in each way.
  public let counts: [ShopAction.Kind: Int64]
  /// When it was named first.
  public let firstAt: Instant
  /// When it was named last.
  public let lastAt: Instant

  /// How often it was named.
  public var count: Int64 { counts.values.reduce(0, +) }

  private init?(_ number: Int64, _ uses: [Use]) {
    guard let firstAt = uses.map(\.firstAt).min(), let lastAt = uses.map(\.lastAt).max() else {
      return nil
    }
    (self.number, self.firstAt, self.lastAt) = (number, firstAt, lastAt)
    counts = Dictionary(uses.map { ($0.kind, $0.count) }, uniquingKeysWith: +)
  }

  /// Products by what was done with them, those named most often first, of equal ones the one that
  /// was named last.
  public static func mostNamed(_ uses: [Use]) -> [NamedProduct] {
    Dictionary(grouping: uses, by: \.number)
      .compactMap { number, uses in NamedProduct(number, uses) }
      .map { (product: $0, count: $0.count) }
      .sorted { one, other in
        guard one.count == other.count else { return one.count > other.count }
        return one.product.lastAt == other.product.lastAt
          ? one.product.number < other.product.number
          : one.product.lastAt > other.product.lastAt
      }
      .map(\.product)
  }
}
