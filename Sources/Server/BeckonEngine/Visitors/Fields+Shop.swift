import BeckonModel

extension Fields {
  /// An amount of money: a number or decimal text, not below zero.
  public func toldAmount(_ name: String) throws(FieldError) -> ToldAmount? {
    guard let value = value(name) else { return nil }
    guard let text = value.decimalText, let amount = ToldAmount(text) else {
      throw error(
        name, "must be an amount such as 19.90 of \(ShopLimits.amountDigits) digits at most")
    }
    return amount
  }

  /// How many: a number or decimal text above zero.
  public func quantity(_ name: String) throws(FieldError) -> Quantity? {
    guard let value = value(name) else { return nil }
    guard let text = value.decimalText, let quantity = Quantity(decimal: text) else {
      throw error(
        name, "must be a number above 0, of six decimals and \(ShopLimits.quantityMax) at most")
    }
    return quantity
  }

  /// An id that is a text or a whole number, as shops write it.
  public func shopID(_ name: String, max: Int) throws(FieldError) -> String? {
    guard let number = value(name)?.integer else { return try string(name, max: max) }
    return String(number)
  }
}

extension JSON {
  /// A number, or text that may be one, as it is written.
  fileprivate var decimalText: String? {
    if case .number(let text) = self { text } else { string }
  }
}
