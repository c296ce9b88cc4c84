/// Decimal numbers as whole millionths: sums of money in any currency, without binary fractions.
struct Millionths {
  private static let decimals = 6

  /// Reads decimal text such as `9.99`, also with an exponent; more than six decimals are cut off.
  /// `nil` for what is none or does not fit.
  static func read(_ text: String) -> Int64? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    guard let mantissa = parts.first, parts.count <= 2 else { return nil }
    guard let exponent = parts.count == 2 ? Int(parts[1]) : 0, abs(exponent) <= 30 else {
      return nil
    }
    let isNegative = mantissa.hasPrefix("-")
    let halves = mantissa.dropFirst(isNegative ? 1 : 0)
      .split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count <= 2, let whole = halves.first else { return nil }
    let digits = whole + (halves.count == 2 ? halves[1] : "")
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    let places = whole.count + exponent + decimals
    guard let amount = number(digits, places) else { return nil }
    return isNegative ? -amount : amount
  }

  /// The first `places` digits, with zeros where there are fewer.
  private static func number(_ digits: Substring, _ places: Int) -> Int64? {
    var amount: Int64 = 0
    var rest = digits.utf8.makeIterator()
    for _ in 0..<max(0, places) {
      let digit = Int64(rest.next() ?? 48) - 48
      let (tenfold, overflows) = amount.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tenfold.addingReportingOverflow(digit)
      guard !overflows, !overflowsToo else { return nil }
      amount = sum
    }
    return amount
  }
}
