import BeckonModel

/// What the catalogue knows of prices, for what a client does not tell.
public struct ShopPrices: Sendable {
  /// The price of one of a product by its id; `nil` where nothing is known.
  public let price: @Sendable (String) -> Money?

  /// Makes a list of prices.
  public init(price: @escaping @Sendable (String) -> Money?) { self.price = price }

  /// Nothing is known.
  public static let unknown = ShopPrices { _ in nil }
}

extension Checkout {
  /// What it costs in all: what was told, else the sum of the lines, each by its own price or the
  /// catalogue's. Without a currency it is the catalogue's of the first product that has one, else
  /// the app's. `nil` when that is not known, or too much.
  public func money(_ prices: ShopPrices, appCurrency: Currency?) -> Money? {
    let known = lines.lazy.compactMap { prices.price($0.product)?.currency }.first
    guard let currency = currency ?? known ?? appCurrency else { return nil }
    if let total { return total.money(in: currency).flatMap(Self.bounded) }
    guard !lines.isEmpty else { return nil }
    var sum: Int64 = 0
    for line in lines {
      let one = line.price?.money(in: currency) ?? prices.price(line.product)
      guard let one, one.currency == currency, let cost = line.quantity.times(one.amount) else {
        return nil
      }
      let (more, isOver) = sum.addingReportingOverflow(cost)
      guard !isOver else { return nil }
      sum = more
    }
    return Self.bounded(Money(amount: sum, currency: currency))
  }

  private static func bounded(_ money: Money) -> Money? {
    (0...Limits.amount.upperBound).contains(money.amount) ? money : nil
  }

  /// In what two purchases of one session must be equal to be one: what was bought, how much of
  /// each, and for how much. The order of the lines says nothing.
  public func sameness(_ money: Money?) -> [String] {
    let bought = lines.map { line in
      "\(line.product.utf8.count):\(line.product) \(line.quantity.decimal)"
    }
    let cost = money.map { "\($0.amount) \($0.currency.code)" } ?? ""
    return bought.sorted() + [cost]
  }
}

extension Quantity {
  /// So many times an amount, rounded half to even; `nil` when it does not fit.
  func times(_ amount: Int64) -> Int64? {
    let one: UInt64 = 1_000_000
    let product = UInt64(amount.magnitude).multipliedFullWidth(by: UInt64(millionths))
    guard amount >= 0, product.high < one else { return nil }
    let (whole, rest) = one.dividingFullWidth(product)
    let isUp = rest > one / 2 || (rest == one / 2 && whole % 2 == 1)
    return Int64(exactly: whole + (isUp ? 1 : 0))
  }
}

/// What a word on a purchase does.
public enum PurchaseRuling: Hashable, Sendable {
  /// It is a payment, by its order's id or because the app's server says so.
  case isPayment
  /// It is noted; a payment it is when the server confirms it.
  case isNoted
  /// It is one that was told before: nothing more comes of it.
  case isRepeated
  /// The server confirms what a client has told.
  case confirms

  /// Decides.
  /// - Parameters:
  ///   - hasOrder: whether it names an order, by which payments are told apart.
  ///   - earlier: whether the same purchase is known, and by whom it was told.
  public static func decide(by trust: Trust, hasOrder: Bool, earlier: Trust?) -> PurchaseRuling {
    guard let earlier else { return hasOrder || trust == .server ? .isPayment : .isNoted }
    return trust == .server && earlier == .client ? .confirms : .isRepeated
  }

  /// Whether two times of the same purchase without an order are near enough to be one.
  public static func isSame(_ one: Instant, _ other: Instant) -> Bool {
    let apart = max(one.milliseconds(since: other), other.milliseconds(since: one))
    return apart <= ShopLimits.samePurchaseMinutes * Span.minuteMilliseconds
  }
}
