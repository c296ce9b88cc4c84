/// A currency of ISO 4217, or the code that stands for none.
public struct Currency: Hashable, Sendable {
  /// Three capital letters.
  public let code: String

  /// No currency (ISO 4217): amounts of an app that has set none.
  public static let none = Currency(known: "XXX")

  /// - Parameter code: three letters, in any case; `nil` when they are none.
  public init?(_ code: String) {
    // Before it is written large: two letters and a ligature, or a Turkish i, would pass as three.
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (65...90).contains($0 & 0xDF) }) else {
      return nil
    }
    self.code = code.uppercased()
  }

  private init(known code: String) { self.code = code }

  /// Decimals of an amount: 2 but for those that the standard's list says otherwise.
  public var digits: Int { Self.otherDigits[code] ?? 2 }

  private static let otherDigits: [TextKey: Int] = {
    let none = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
    var digits: [TextKey: Int] = ["CLF": 4, "UYW": 4]
    for code in none.split(on: " ") { digits[code] = 0 }
    for code in "BHD IQD JOD KWD LYD OMR TND".split(on: " ") { digits[code] = 3 }
    return digits
  }()
}

/// An amount in the currency's smallest unit.
public struct Money: Hashable, Sendable {
  /// The amount: cents, yen, fils.
  public let amount: Int64
  /// Of what.
  public let currency: Currency
  /// Whether decimals beyond the currency's were rounded away, half to even.
  public let isRounded: Bool

  /// Makes an amount.
  public init(amount: Int64, currency: Currency, isRounded: Bool = false) {
    self.amount = amount
    self.currency = currency
    self.isRounded = isRounded
  }

  /// Reads decimal text as JSON writes numbers (RFC 8259, section 6), never through binary floating
  /// point: what a client wrote as `99.989999999999995` is 99.99.
  /// - Returns: `nil` when it is no number, or too large.
  public init?(decimal text: String, _ currency: Currency) {
    guard let scaled = DecimalNumber(text)?.scaled(by: currency.digits) else { return nil }
    self.init(amount: scaled.whole, currency: currency, isRounded: scaled.isRounded)
  }

  /// The amount with its decimals: `1234.50`.
  public var decimal: String {
    let digits = String(amount.magnitude)
    let padded = String(repeating: "0", count: max(0, currency.digits + 1 - digits.count)) + digits
    let whole = padded.dropLast(currency.digits)
    let sign = amount < 0 ? "-" : ""
    return currency.digits == 0
      ? sign + whole : "\(sign)\(whole).\(padded.suffix(currency.digits))"
  }
}
