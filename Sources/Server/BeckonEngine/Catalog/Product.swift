import BeckonModel

/// A product as the catalogue knows it: what was said of it, by whom, and when.
public struct Product: Hashable, Sendable {
  /// What was said of a field, and by whom.
  public struct Told: Hashable, Sendable {
    /// What.
    public let value: ProductValue
    /// By whom: a feed is the server's word.
    public let by: Trust
    /// When it was said first.
    public let at: Instant

    /// Makes one.
    public init(_ value: ProductValue, by: Trust, at: Instant) {
      self.value = value
      self.by = by
      self.at = at
    }
  }

  /// Its id, of whoever has the shop.
  public let id: String
  /// What is known of it.
  public var told: [ProductKey: Told]
  /// When it was first told of.
  public let createdAt: Instant
  /// When it last became another.
  public var changedAt: Instant
  /// When it was deleted; clients do not bring it back.
  public var deletedAt: Instant?
  /// Since when a feed that had it has it no more.
  public var absentSince: Instant?
  /// The import that told of it last; `nil` when none has.
  public var feed: Identifier?

  /// A product of which nothing is known.
  public init(id: String, at now: Instant) {
    self.id = id
    told = [:]
    createdAt = now
    changedAt = now
  }

  /// A product as it is stored.
  public init(
    id: String, told: [ProductKey: Told], createdAt: Instant, changedAt: Instant,
    deletedAt: Instant?, absentSince: Instant?, feed: Identifier?
  ) {
    self.id = id
    self.told = told
    self.createdAt = createdAt
    self.changedAt = changedAt
    self.deletedAt = deletedAt
    self.absentSince = absentSince
    self.feed = feed
  }
}

// MARK: What shops show

extension Product {
  /// Whether anybody but the app's server is shown it.
  public var isShown: Bool { deletedAt == nil && !isHidden }

  /// Whether it is hidden, by the server's word or because its feed has it no more.
  public var isHidden: Bool { flag(.hidden) == true || absentSince != nil }

  /// Whether it can be bought; what nobody has said is taken for yes. What the server counts, no
  /// client's yes or no outweighs.
  public var isInStock: Bool {
    let counted = number(.stock).map { $0 > 0 }
    let isServers = told[ProductKey(.stock)]?.by == .server
    if let counted, isServers, told[ProductKey(.inStock)]?.by == .client { return counted }
    return flag(.inStock) ?? counted ?? true
  }

  /// Its own language; `nil` when nobody has said.
  public var language: String? { text(.language) }

  /// The currency of its own prices.
  public var currency: Currency? { text(.currency).flatMap(Currency.init) }

  /// The paths of its categories.
  public func categories(in language: String? = nil) -> [CategoryPath] {
    texts(.categories, in: language).compactMap { CategoryPath($0) }
  }

  /// A text; of a variant, if it says something else in this language.
  public func text(_ field: ProductField, in language: String? = nil) -> String? {
    guard case .text(let text)? = value(field, in: language) else { return nil }
    return text
  }

  /// Several texts; none when nobody has said.
  public func texts(_ field: ProductField, in language: String? = nil) -> [String] {
    guard case .texts(let texts)? = value(field, in: language) else { return [] }
    return texts
  }

  /// Yes or no; `nil` when nobody has said.
  public func flag(_ field: ProductField) -> Bool? {
    guard case .flag(let flag)? = value(field) else { return nil }
    return flag
  }

  /// A count, or an instant in milliseconds; `nil` when nobody has said.
  public func number(_ field: ProductField) -> Int64? {
    guard case .number(let number)? = value(field) else { return nil }
    return number
  }

  /// A price in this currency, if the product has one in it, else in its own; `nil` when it has
  /// none.
  public func money(_ field: ProductField = .price, in currency: Currency? = nil) -> Money? {
    if let currency, currency != self.currency,
      case .number(let amount)? = told[ProductKey(field, currency.code)]?.value
    {
      return Money(amount: amount, currency: currency)
    }
    guard case .number(let amount)? = value(field), let own = self.currency else {
      return onlyMoney(field)
    }
    return Money(amount: amount, currency: own)
  }

  /// Of a product without a price of its own, one in another currency.
  private func onlyMoney(_ field: ProductField) -> Money? {
    let others = told.keys.filter { $0.field == field }.compactMap(\.variant).sorted()
    guard let code = others.first, let currency = Currency(code),
      case .number(let amount)? = told[ProductKey(field, code)]?.value
    else { return nil }
    return Money(amount: amount, currency: currency)
  }

  /// The value of a field; of `en-gb` the one in that language, in `en`, or the product's own.
  private func value(_ field: ProductField, in language: String? = nil) -> ProductValue? {
    if let language, field.variation == .language, let told = variant(field, language) {
      return told.value
    }
    return told[ProductKey(field)]?.value
  }

  private func variant(_ field: ProductField, _ language: String) -> Told? {
    if let told = told[ProductKey(field, language)] { return told }
    guard language.has("-") else { return nil }
    return told[ProductKey(field, language.upTo("-"))]
  }

  /// The digests of the categories that it lies in, in all languages: by these lists find it.
  public var lineages: Set<TextKey> {
    let paths = told.filter { $0.key.field == .categories }.flatMap { _, told -> [String] in
      guard case .texts(let texts) = told.value else { return [] }
      return texts
    }
    return Set(texts: paths.flatMap { CategoryPath($0)?.lineage ?? [] })
  }
}

extension Product {
  /// Whether the app's server or a feed has told of it; else only clients have.
  public var isOfServer: Bool { told.isOfServer }
}

extension [ProductKey: Product.Told] {
  /// Whether some of it is the word of the app's server or of a feed.
  public var isOfServer: Bool { values.contains { $0.by == .server } }
}
