import BeckonModel

/// A product in a basket.
public struct BasketLine: Hashable, Sendable {
  /// The shop's own id of the product.
  public let product: String
  /// How many.
  public let quantity: Quantity
  /// The price of one, if it was told.
  public let price: ToldAmount?

  /// Makes a line.
  /// - Throws: `FieldError` when the product's id is empty or too long.
  public init(
    product: String, quantity: Quantity = .one, price: ToldAmount? = nil
  ) throws(FieldError) {
    try ShopText.check(product, "product", max: ShopLimits.productBytes)
    self.product = product
    self.quantity = quantity
    self.price = price
  }
}

/// A product put into a basket, or taken out of it.
public struct BasketChange: Hashable, Sendable {
  /// Which of the two.
  public enum Step: String, CaseIterable, Sendable {
    /// Put in.
    case add
    /// Taken out.
    case remove
  }

  /// Which of the two.
  public let step: Step
  /// The product.
  public let line: BasketLine
  /// Of the price, if it was told.
  public let currency: Currency?

  /// Makes a change.
  public init(_ step: Step, _ line: BasketLine, currency: Currency? = nil) {
    self.step = step
    self.line = line
    self.currency = currency
  }
}

/// How far somebody has come with an order.
public struct Checkout: Hashable, Sendable {
  /// The four steps, in their order.
  public enum Step: String, CaseIterable, Sendable {
    /// The basket is looked at.
    case viewBasket = "view_basket"
    /// Name and address are asked for.
    case customer
    /// It is asked how to pay.
    case payment
    /// It is bought.
    case purchase
  }

  /// The step.
  public let step: Step
  /// What is in the basket; empty when that was not told.
  public let lines: [BasketLine]
  /// What it costs in all.
  public let total: ToldAmount?
  /// Of total and prices, if it was told.
  public let currency: Currency?
  /// The order's id, which is a payment's id.
  public let order: String?

  /// Makes a step.
  /// - Throws: `FieldError` for more than `ShopLimits.basketProducts` lines and a long order's id.
  public init(
    _ step: Step, lines: [BasketLine], total: ToldAmount? = nil, currency: Currency? = nil,
    order: String? = nil
  ) throws(FieldError) {
    guard lines.count <= ShopLimits.basketProducts else {
      throw FieldError("products", "must be \(ShopLimits.basketProducts) at most")
    }
    try ShopText.check(optional: order, "order_id", max: ShopLimits.orderBytes)
    self.step = step
    self.lines = lines
    self.total = total
    self.currency = currency
    self.order = order
  }
}
