import BeckonModel

/// Who may say what of a product, field by field. A feed and the app's server win over all that
/// clients say; a client's word only fills gaps.
public enum ProductDecision {
  /// How the server says it.
  public enum Manner: Hashable, Sendable {
    /// This is all that it has to say: what it said before and does not now, it takes back.
    case whole
    /// It says so much more.
    case part
  }

  /// What comes of what the app's server or a feed says.
  /// - Parameters:
  ///   - own: the app's currency, of prices without one.
  ///   - feed: the import that says so; `nil` when it is the server.
  /// - Throws: `FieldError` when nothing of it can be taken.
  public static func server(
    _ words: ProductWords, of known: Product?, _ manner: Manner, currency own: Currency?,
    feed: Identifier? = nil, now: Instant
  ) throws(FieldError) -> ProductChange {
    let living = known?.deletedAt == nil ? known : nil
    var product = living ?? Product(id: words.id, at: now)
    var rounded: Set<ProductKey> = []
    if manner == .whole {
      product.told = product.told.filter { $0.value.by == .client || words.said[$0.key] != nil }
    }
    try settleCurrency(words, &product, own, now)
    for (key, word) in words.said where key.field != .currency {
      let value = try value(of: word, key, product, &rounded)
      say(value, key, &product, by: .server, now)
    }
    product.absentSince = nil
    product.feed = feed ?? product.feed
    try check(product)
    var change = ProductChange(from: known, to: product, by: .server, at: now)
    change.rounded = rounded
    return change
  }

  /// Of which currency the product's own prices are, before they are read.
  private static func settleCurrency(
    _ words: ProductWords, _ product: inout Product, _ own: Currency?, _ now: Instant
  ) throws(FieldError) {
    let prices = ProductField.varying(by: .currency)
    let isPriced = prices.contains {
      if case .amount? = words[$0] { true } else { false }
    }
    var said: Currency?
    if case .value(.text(let code))? = words[.currency] { said = Currency(code) }
    let isTrusted = product.told[ProductKey(.currency)]?.by == .server
    let known = isTrusted || !isPriced ? product.currency : nil
    guard let currency = said ?? known ?? (isPriced ? own : nil) else {
      guard !isPriced else {
        throw FieldError("currency", "is missing, and the app has none of its own")
      }
      return
    }
    if let old = product.currency, old != currency {
      guard words[.price] != nil else {
        throw FieldError("currency", "cannot become another without a 'price' in it")
      }
      // What was said in the other currency is no price in this one.
      for field in prices { product.told[ProductKey(field)] = nil }
      for field in prices { product.told[ProductKey(field, currency.code)] = nil }
    }
    say(.text(currency.code), ProductKey(.currency), &product, by: .server, now)
  }

  /// Notes a value, or that there is none any more. What was said before keeps its time.
  static func say(
    _ value: ProductValue?, _ key: ProductKey, _ product: inout Product, by: Trust, _ now: Instant
  ) {
    guard let value else {
      product.told[key] = nil
      return
    }
    let known = product.told[key]
    guard known?.value != value || known?.by != by else { return }
    product.told[key] = Product.Told(value, by: by, at: now)
  }

  /// What a word means of this product; `nil` for nothing.
  private static func value(
    of word: ProductWord, _ key: ProductKey, _ product: Product, _ rounded: inout Set<ProductKey>
  ) throws(FieldError) -> ProductValue? {
    switch word {
    case .nothing: return nil
    case .value(let value): return value
    case .amount(let text):
      let currency = key.variant.map(Currency.init) ?? product.currency
      guard let money = currency.flatMap({ Money(decimal: text, $0) }),
        (0...Limits.amount.upperBound).contains(money.amount)
      else { throw FieldError(key.path, "must be a decimal not below zero, such as \"19.90\"") }
      if money.isRounded { rounded.insert(key) }
      return .number(money.amount)
    }
  }

  /// Looks whether a product is not too large, and has not too many variants.
  /// - Throws: `FieldError`.
  static func check(_ product: Product) throws(FieldError) {
    let variations: [(String, ProductField.Variation, own: String?)] = [
      ("languages", .language, product.language), ("currencies", .currency, product.currency?.code),
    ]
    for (name, variation, own) in variations {
      let variants = Set(
        texts: product.told.keys.filter { $0.field.variation == variation }.compactMap(\.variant))
      guard variants.count <= ProductLimits.variants else {
        throw FieldError(name, "would be more than \(ProductLimits.variants)")
      }
      guard own.map({ !variants.contains($0) }) ?? true else {
        throw FieldError(name, "holds the product's own: say that outside the variants")
      }
    }
    guard product.stored.bytes.count <= ProductLimits.productBytes else {
      throw FieldError(
        "product", "is larger than \(ProductLimits.productBytes) bytes, with all that is known")
    }
  }

  /// What comes of its being deleted: nothing is known of it but that it was.
  public static func delete(_ product: Product, now: Instant) -> ProductChange {
    var gone = Product(id: product.id, at: product.createdAt)
    gone.deletedAt = now
    return ProductChange(from: product, to: gone, by: .server, at: now)
  }
}
