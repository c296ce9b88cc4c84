import BeckonModel

/// What comes of what somebody says of a product.
public struct ProductChange: Sendable {
  /// How it changed the product.
  public enum Verdict: String, CaseIterable, Sendable {
    /// It was not there.
    case created
    /// It is another than before.
    case changed
    /// It is as it was.
    case unchanged
  }

  /// A price that became another.
  public struct Price: Hashable, Sendable {
    /// Of which currency.
    public let currency: Currency
    /// What it was, in the currency's smallest unit; `nil` when there was none.
    public let before: Int64?
    /// What it is; `nil` when there is none any more.
    public let after: Int64?
    /// By whose word. Nobody is reminded of what clients say.
    public let by: Trust
  }

  /// Something that was said and does not count.
  public struct Refusal: Hashable, Sendable {
    /// The field; `nil` for all that was said.
    public let key: ProductKey?
    /// Why, in words for people.
    public let reason: String
  }

  /// A client's word that waits for a second one.
  public struct Claim: Hashable, Sendable {
    /// Of what.
    public let key: ProductKey
    /// What they say.
    public let value: ProductValue
    /// Who: a keyed hash.
    public let reporter: Identifier
    /// When.
    public let at: Instant

    /// Makes one.
    public init(_ key: ProductKey, _ value: ProductValue, by reporter: Identifier, at: Instant) {
      self.key = key
      self.value = value
      self.reporter = reporter
      self.at = at
    }
  }

  /// The product as it is now; `nil` when there is none.
  public var product: Product?
  /// How it changed.
  public var verdict: Verdict
  /// Prices that became others.
  public var prices: [Price] = []
  /// What was said and does not count.
  public var refusals: [Refusal] = []
  /// Words that wait.
  public var claims: [Claim] = []
  /// Fields about which no client's word waits any more: one counts now.
  public var settled: Set<ProductKey> = []
  /// Amounts of which decimals were rounded away.
  public var rounded: Set<ProductKey> = []

  /// Whether anything of it is to be stored.
  public let isWritten: Bool

  /// Compares a product before and after.
  init(from old: Product?, to new: Product?, by: Trust, at now: Instant) {
    var new = new
    let isSame =
      old?.told == new?.told && old?.deletedAt == new?.deletedAt
      && old?.absentSince == new?.absentSince
    if !isSame { new?.changedAt = now }
    let isNew = (old == nil || old?.deletedAt != nil) && new?.deletedAt == nil && new != nil
    verdict = isNew ? .created : isSame ? .unchanged : .changed
    product = new
    isWritten = new != old
    prices = Self.prices(old, new, by)
  }

  private static func prices(_ old: Product?, _ new: Product?, _ by: Trust) -> [Price] {
    let (before, after) = (old?.priceByCurrency ?? [:], new?.priceByCurrency ?? [:])
    return Set(before.keys).union(after.keys).sorted { $0.code < $1.code }.compactMap { currency in
      guard before[currency] != after[currency] else { return nil }
      return Price(currency: currency, before: before[currency], after: after[currency], by: by)
    }
  }
}

extension Product {
  /// What it costs, in each currency.
  fileprivate var priceByCurrency: [Currency: Int64] {
    var prices: [Currency: Int64] = [:]
    for (key, told) in told where key.field == .price {
      guard case .number(let amount) = told.value,
        let currency = key.variant.map(Currency.init) ?? self.currency
      else { continue }
      prices[currency] = amount
    }
    return prices
  }
}
