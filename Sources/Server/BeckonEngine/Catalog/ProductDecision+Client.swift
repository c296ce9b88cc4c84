import BeckonModel

/// What a client tells of a product that somebody looks at.
public struct ProductReport: Sendable {
  /// What it says.
  public let words: ProductWords
  /// The language in which it says so; `nil` for the product's own.
  public let language: String?
  /// The currency of its prices; `nil` for the product's own, or the app's.
  public let currency: Currency?

  /// Makes a report.
  /// - Parameter language: as the client has it; what is no language counts as none.
  public init(_ words: ProductWords, language: String? = nil, currency: Currency? = nil) {
    self.words = words
    self.language = language.flatMap(ProductLanguage.normal)
    self.currency = currency
  }
}

extension ProductDecision {
  /// Who reports, and by what their word is judged.
  public struct Witness: Sendable {
    /// The install or visitor: a keyed hash.
    public let reporter: Identifier
    /// Whether their words may still wait for a second one, and make products.
    public let isHeard: Bool
    /// Where the app's pages and images are.
    public let hosts: CatalogHosts
    /// The app's currency.
    public let currency: Currency?

    /// Makes one.
    public init(
      _ reporter: Identifier, isHeard: Bool, hosts: CatalogHosts, currency: Currency?
    ) {
      self.reporter = reporter
      self.isHeard = isHeard
      self.hosts = hosts
      self.currency = currency
    }
  }

  /// What comes of what a client says. It never throws: what does not count is told in `refusals`,
  /// and harms nothing else.
  /// - Parameter claims: words about this product that wait.
  public static func client(
    _ report: ProductReport, of known: Product?, claims: [ProductChange.Claim],
    _ witness: Witness, now: Instant
  ) -> ProductChange {
    if known?.deletedAt != nil || (known == nil && !witness.isHeard) {
      var change = ProductChange(from: known, to: known, by: .client, at: now)
      let reason = known == nil ? Hearing.isUnheard : "the app's server has deleted the product"
      change.refusals = [ProductChange.Refusal(key: nil, reason: reason)]
      return change
    }
    let start = known ?? Product(id: report.words.id, at: now)
    var hearing = Hearing(start, claims, witness, now)
    let words = report.words.said.sorted { $0.key.text < $1.key.text }
    for (key, word) in words { hearing.hear(word, key, report) }
    let isNothing = known == nil && hearing.product.told.isEmpty
    var change = ProductChange(
      from: known, to: isNothing ? known : hearing.product, by: .client, at: now)
    change.refusals = hearing.refusals
    change.claims = isNothing ? [] : hearing.waiting
    change.settled = hearing.settled
    return change
  }
}

/// What one client says of one product, while it is heard.
private struct Hearing {
  static let isUnheard =
    "this network has told so much that nobody else has told, that no more of it can wait"

  private(set) var product: Product
  private(set) var refusals: [ProductChange.Refusal] = []
  private(set) var waiting: [ProductChange.Claim] = []
  private(set) var settled: Set<ProductKey> = []
  private let claims: [ProductChange.Claim]
  private let witness: ProductDecision.Witness
  private let now: Instant

  init(
    _ product: Product, _ claims: [ProductChange.Claim], _ witness: ProductDecision.Witness,
    _ now: Instant
  ) {
    (self.product, self.claims, self.witness, self.now) = (product, claims, witness, now)
  }

  mutating func hear(_ word: ProductWord, _ said: ProductKey, _ report: ProductReport) {
    guard said.field.clientWord != .none else {
      return refuse(said, "is for the app's server to say")
    }
    // In which language and currency a client speaks goes with what it says.
    guard said.field != .language, said.field != .currency, word != .nothing else { return }
    guard said.variant == nil else { return refuse(said, "is said by the language of the report") }
    let key = key(of: said.field, report)
    guard let value = value(of: word, key, report) else { return }
    guard product.told[key]?.by != .server else { return }
    // In which currencies there is a price is its to say who has said one, and what it cost before.
    if key.field.variation == .currency, Self.amounts.contains(where: isServers) { return }
    if key.field == .inStock, isServers(.stock) { return }
    guard isPlausible(value, key) else {
      return refuse(
        key,
        "is on a host that is none of the app's, which its link_domains, origins and "
          + "allowed_targets name")
    }
    weigh(value, key, report)
  }

  private static let amounts: [ProductField] = [.price, .oldPrice, .specialPrice]

  private mutating func refuse(_ key: ProductKey, _ reason: String) {
    refusals.append(ProductChange.Refusal(key: key, reason: reason))
  }

  /// The product's own field, or the variant's in the language or currency of the report.
  private func key(of field: ProductField, _ report: ProductReport) -> ProductKey {
    switch field.variation {
    case .none: return ProductKey(field)
    case .language:
      let isOwn = product.language == nil || report.language.map { $0 == product.language } ?? true
      return ProductKey(field, isOwn ? nil : report.language)
    case .currency:
      // Two who agree on a number agree on the currency too: only the app's is taken for granted.
      let isOwn = report.currency == nil || report.currency == ownCurrency
      return ProductKey(field, isOwn ? nil : report.currency?.code)
    }
  }

  private var ownCurrency: Currency? { product.currency ?? witness.currency }

  /// Whether the server has said it in any language or currency.
  private func isServers(_ field: ProductField) -> Bool {
    product.told.contains { $0.key.field == field && $0.value.by == .server }
  }

  private mutating func value(
    of word: ProductWord, _ key: ProductKey, _ report: ProductReport
  ) -> ProductValue? {
    guard case .amount(let text) = word else {
      if case .value(let value) = word { return value }
      return nil
    }
    guard let currency = key.variant.map(Currency.init) ?? ownCurrency else {
      refuse(key, "has no currency, and the app has none of its own")
      return nil
    }
    guard let money = Money(decimal: text, currency),
      (0...Limits.amount.upperBound).contains(money.amount)
    else {
      refuse(key, "must be a decimal not below zero, such as \"19.90\"")
      return nil
    }
    return .number(money.amount)
  }

  private func isPlausible(_ value: ProductValue, _ key: ProductKey) -> Bool {
    switch (key.field.shape, value) {
    case (.url, .text(let address)): witness.hosts.allows(address)
    case (.urls, .texts(let addresses)): addresses.allSatisfy(witness.hosts.allows)
    default: true
    }
  }

  private mutating func weigh(
    _ value: ProductValue, _ key: ProductKey, _ report: ProductReport
  ) {
    let known = product.told[key]
    guard known?.value != value else { return }
    let fillsGap =
      known == nil && key.field.clientWord == .fillsGap && !isServers(key.field)
    guard fillsGap || isSeconded(value, key) else {
      guard witness.isHeard else { return refuse(key, "does not count: " + Self.isUnheard) }
      return waiting.append(ProductChange.Claim(key, value, by: witness.reporter, at: now))
    }
    let before = product
    ProductDecision.say(value, key, &product, by: .client, now)
    noteOwn(key, report)
    do throws(FieldError) {
      try ProductDecision.check(product)
      settled.insert(key)
    } catch {
      product = before
      refuse(key, error.reason)
    }
  }

  /// Whether somebody else has said the same, not too long ago.
  private func isSeconded(_ value: ProductValue, _ key: ProductKey) -> Bool {
    let since = now.adding(milliseconds: -ProductLimits.claimDays * Span.dayMilliseconds)
    return claims.contains {
      $0.key == key && $0.value == value && $0.reporter != witness.reporter && $0.at >= since
    }
  }

  /// Of a product that has no language or currency yet, the first that counts is its own.
  private mutating func noteOwn(_ key: ProductKey, _ report: ProductReport) {
    guard key.variant == nil else { return }
    switch key.field.variation {
    case .none: return
    case .language:
      guard product.language == nil, !product.isOfServer,
        let language = report.language
      else { return }
      ProductDecision.say(
        .text(language), ProductKey(.language), &product, by: .client, now)
    case .currency:
      guard product.currency == nil, let own = ownCurrency else { return }
      ProductDecision.say(
        .text(own.code), ProductKey(.currency), &product, by: .client, now)
    }
  }
}
