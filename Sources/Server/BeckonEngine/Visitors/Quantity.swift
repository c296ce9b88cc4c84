import BeckonModel

/// How many of a product, exactly: 2.3 kilograms are 2,300,000 millionths.
public struct Quantity: Hashable, Comparable, Sendable {
  /// Millionths of one; above zero.
  public let millionths: Int64

  /// What counts when nobody says how many.
  public static let one = Quantity(known: 1_000_000)

  private init(known millionths: Int64) { self.millionths = millionths }

  /// Makes a quantity; `nil` when it is not above zero, or above `ShopLimits.quantityMax`.
  public init?(millionths: Int64) {
    guard (1...ShopLimits.quantityMax * 1_000_000).contains(millionths) else { return nil }
    self.millionths = millionths
  }

  /// Reads decimal text as JSON writes numbers, of at most six decimals; `nil` for anything else.
  public init?(decimal text: String) {
    guard let scaled = DecimalNumber(text)?.scaled(by: 6), !scaled.isRounded else { return nil }
    self.init(millionths: scaled.whole)
  }

  /// As it is read: `2`, `2.3`.
  public var decimal: String {
    let (whole, rest) = (millionths / 1_000_000, millionths % 1_000_000)
    guard rest > 0 else { return String(whole) }
    var digits = Array(String(1_000_000 + rest).utf8.dropFirst())
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return "\(whole).\(String(decoding: digits, as: UTF8.self))"
  }

  /// Fewer before more.
  public static func < (left: Quantity, right: Quantity) -> Bool {
    left.millionths < right.millionths
  }
}
