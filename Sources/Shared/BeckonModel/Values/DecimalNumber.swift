/// A number as decimal text: its digits and the place of its point. Never read through binary
/// floating point, in which most amounts of money cannot be written.
package struct DecimalNumber {
  private var isNegative = false
  private var digits: [UInt8] = []
  /// Power of ten of the last digit.
  private var exponent = 0

  /// Most digits; longer numbers are no amounts.
  private static let digitsMax = 100
  /// Powers of ten that are read; no other number fits into 64 bits, or is anything but zero.
  private static let exponents = -999...999

  /// Reads text as JSON writes numbers (RFC 8259, section 6); `nil` when it is none.
  package init?(_ text: String) {
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
    guard let power = Int(String(decoding: parts[1], as: UTF8.self)),
      Self.exponents.contains(power)
    else { return nil }
    exponent += power
  }

  /// The number times a power of ten, rounded half to even, and whether decimals were rounded away;
  /// `nil` when it does not fit.
  package func scaled(by power: Int) -> (whole: Int64, isRounded: Bool)? {
    let drop = max(0, -(exponent + power))
    var whole: Int64? = 0
    for digit in digits.dropLast(drop) { whole = whole.flatMap { Self.append(digit, to: $0) } }
    for _ in 0..<max(0, exponent + power) where whole != 0 {
      whole = whole.flatMap { Self.append(0, to: $0) }
    }
    // Of "0.004" with two decimals no digit is left; the first that is dropped is then a zero.
    let dropped = drop > digits.count ? [0] + digits : Array(digits.suffix(drop))
    let half = dropped.first ?? 0
    let rest = dropped.dropFirst().contains { $0 != 0 }
    guard let down = whole else { return nil }
    let isUp = half > 5 || (half == 5 && (rest || down % 2 == 1))
    let (rounded, isTooLarge) = down.addingReportingOverflow(isUp ? 1 : 0)
    guard !isTooLarge else { return nil }
    return (isNegative ? -rounded : rounded, half != 0 || rest)
  }

  private static func append(_ digit: UInt8, to whole: Int64) -> Int64? {
    let (tenfold, isOver) = whole.multipliedReportingOverflow(by: 10)
    let (sum, isMore) = tenfold.addingReportingOverflow(Int64(digit))
    return isOver || isMore ? nil : sum
  }
}
