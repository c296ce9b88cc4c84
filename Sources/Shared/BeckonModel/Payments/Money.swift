/// A currency of ISO 4217, or the code that stands for none.
public struct Currency: Hashable, Sendable {
  /// Three capital letters.
  public let code: String

  /// No currency (ISO 4217): amounts of an app that has set none.
  public static let none = Currency(known: "XXX")

  /// - Parameter code: three letters, in any case; `nil` when they are none.
  public init?(_ code: String) {
    let upper = code.uppercased()
    guard upper.utf8.count == 3, upper.utf8.allSatisfy({ (65...90).contains($0) }) else {
      return nil
    }
    self.code = upper
  }

  private init(known code: String) { self.code = code }

  /// Decimals of an amount: 2 but for those that the standard's list says otherwise.
  public var digits: Int { Self.otherDigits[code] ?? 2 }

  private static let otherDigits: [String: Int] = {
    let none = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
    var digits = ["CLF": 4, "UYW": 4]
    for code in none.split(separator: " ") { digits[String(code)] = 0 }
    for code in "BHD IQD JOD KWD LYD OMR TND".split(separator: " ") { digits[String(code)] = 3 }
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
    guard let decimal = Decimal(text) else { return nil }
    guard let (amount, isRounded) = decimal.scaled(by: currency.digits) else { return nil }
    self.init(amount: amount, currency: currency, isRounded: isRounded)
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

/// The digits of a number and the place of its point.
private struct Decimal {
  var isNegative = false
  var digits: [UInt8] = []
  /// Power of ten of the last digit.
  var exponent = 0

  /// Longer ones are no amounts.
  private static let digitsMax = 100

  init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    if bytes.first == UInt8(ascii: "-") {
      isNegative = true
      bytes = bytes.dropFirst()
    }
    let parts = bytes.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E")
    }
    let places = (parts.first ?? []).split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    for place in places {
      guard !place.isEmpty, place.allSatisfy({ (48...57).contains($0) }) else { return nil }
      digits += place.map { $0 - 48 }
    }
    guard !digits.isEmpty, digits.count <= Self.digitsMax else { return nil }
    exponent = places.count > 1 ? -places[1].count : 0
    guard parts.count > 1 else { return }
    guard let power = Int(String(decoding: parts[1], as: UTF8.self)), abs(power) < 1_000 else {
      return nil
    }
    exponent += power
  }

  /// The number times a power of ten, rounded half to even; `nil` when it does not fit.
  func scaled(by power: Int) -> (Int64, isRounded: Bool)? {
    let drop = max(0, -(exponent + power))
    var whole: Int64 = 0
    for digit in digits.dropLast(drop) {
      let (tenfold, over) = whole.multipliedReportingOverflow(by: 10)
      let (sum, more) = tenfold.addingReportingOverflow(Int64(digit))
      guard !over, !more else { return nil }
      whole = sum
    }
    for _ in 0..<max(0, exponent + power) where whole != 0 {
      let (tenfold, over) = whole.multipliedReportingOverflow(by: 10)
      guard !over else { return nil }
      whole = tenfold
    }
    // Of "0.004" with two decimals no digit is left; the first that is dropped is then a zero.
    let dropped = drop > digits.count ? [0] + digits : Array(digits.suffix(drop))
    let half = dropped.first ?? 0
    let rest = dropped.dropFirst().contains { $0 != 0 }
    if half > 5 || (half == 5 && (rest || whole % 2 == 1)) { whole += 1 }
    return (isNegative ? -whole : whole, half != 0 || rest)
  }
}
