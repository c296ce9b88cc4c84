import BeckonModel

/// A product as a reminder names it: by the words of the app's server or its feed alone, since
/// anybody with the app's key can say what a product is called and where it is.
public struct ReminderProduct: Hashable, Sendable {
  /// The shop's own id.
  public let id: String
  /// Its title, on one line, cut where it is long.
  public let title: String
  /// What it costs; `nil` where the server has not told it.
  public let price: Money?
  /// Its page; `nil` where the server has not told it.
  public let url: String?

  /// Looks at a product.
  /// - Parameters:
  ///   - language: in which it is named, if the server has told that.
  ///   - currency: of the price; the product's own when `nil`.
  /// - Returns: `nil` when it is not shown, not in stock, or the server has not told its title.
  public init?(_ product: Product, in language: String?, _ currency: Currency? = nil) {
    guard product.isShown, product.isInStock,
      let title = product.serverText(.title, in: language)
    else { return nil }
    id = product.id
    self.title = title.oneLine(bytes: ReminderLimits.productBytes)
    price = product.serverPrice(in: currency)
    url = product.serverText(.url, in: language)
  }
}

extension Product {
  /// A text that the server or a feed has told; of `en-gb` the one in that language, in `en`, or
  /// the product's own.
  fileprivate func serverText(_ field: ProductField, in language: String?) -> String? {
    let tags = language.flatMap(ProductLanguage.normal).map { [$0, $0.upTo("-")] } ?? []
    for key in tags.map({ ProductKey(field, $0) }) + [ProductKey(field)] {
      if let told = told[key], told.by == .server, case .text(let text) = told.value {
        return text
      }
    }
    return nil
  }

  /// Whether it can be bought, and since when that was said, by the word of the server or its feed;
  /// `nil` where neither has said.
  public var serverStock: (isIn: Bool, at: Instant)? {
    for field in [ProductField.inStock, .stock] {
      guard let told = told[ProductKey(field)], told.by == .server else { continue }
      switch told.value {
      case .flag(let isIn): return (isIn, told.at)
      case .number(let count): return (count > 0, told.at)
      case .text, .texts, .map: continue
      }
    }
    return nil
  }

  /// A price that the server or a feed has told, in this currency or in the product's own.
  public func serverPrice(in currency: Currency? = nil) -> Money? {
    let wanted = currency ?? self.currency
    for key in [ProductKey(.price), wanted.map { ProductKey(.price, $0.code) }].compactMap({ $0 }) {
      guard let told = told[key], told.by == .server, case .number(let amount) = told.value,
        let own = key.variant.flatMap(Currency.init) ?? self.currency, own == wanted
      else { continue }
      return Money(amount: amount, currency: own)
    }
    return nil
  }
}
