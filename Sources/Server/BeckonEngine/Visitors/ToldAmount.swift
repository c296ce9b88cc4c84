import BeckonModel

/// An amount of money as a client tells it, whose currency may only be known later.
public struct ToldAmount: Hashable, Sendable {
  /// The decimal text as it came, such as `19.90`.
  public let text: String

  /// Reads decimal text as JSON writes numbers; `nil` when it is none, below zero, or has more than
  /// `ShopLimits.amountDigits` digits before the point.
  public init?(_ text: String) {
    guard text.utf8.count <= 40, text.utf8.first != UInt8(ascii: "-"),
      let scaled = DecimalNumber(text)?.scaled(by: 0),
      String(scaled.whole).utf8.count <= ShopLimits.amountDigits
    else { return nil }
    self.text = text
  }

  /// The amount in a currency; decimals that it does not have are rounded half to even.
  public func money(in currency: Currency) -> Money? { Money(decimal: text, currency) }
}
