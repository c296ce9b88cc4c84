import BeckonContractSegmentify
import BeckonModel
import BeckonSDK
import Foundation

/// A quantity can be set as a number or as text.
public protocol SegmentifyQuantity: AnyObject {
  /// How many.
  var quantity: NSNumber? { get set }
  /// The same as decimal text.
  var quantityText: String? { get set }
}

extension SegmentifyQuantity {
  /// How many, as decimal text: `2` or `2.3`.
  @_disfavoredOverload
  public var quantity: String? {
    get { quantityText }
    set { quantityText = newValue }
  }
}

/// A product goes into the basket or out of it.
public final class BasketModel: SegmentifyObject, SegmentifyQuantity {
  /// `add` or `remove`.
  public var step: String?
  /// Price of one; the catalogue's unless set.
  public var price: NSNumber?
  /// How many as decimal text; 1 unless set.
  public var quantityText: String?
  /// The product's id.
  public var productId: String?
  /// The banners that were tapped on the way.
  public var activeBanners: [ClickedBannerObject]?

  /// How many; text can be set too.
  public var quantity: NSNumber? {
    get { quantityText.flatMap { $0.isDecimal ? NSDecimalNumber(string: $0) : nil } }
    set { quantityText = newValue?.stringValue }
  }

  var fact: Fact {
    Fact(
      .basket, self,
      [
        "step": .text(step), "productId": .text(productId), "price": .amount(price),
        "quantity": .amount(text: quantityText),
        "activeBanners": ClickedBannerObject.json(activeBanners),
      ])
  }
}

/// The model as the vendor's guide calls it.
public typealias BasketOperationsModel = BasketModel

/// A step on the way to a purchase.
public final class CheckoutModel: SegmentifyObject {
  /// What all costs: with taxes and shipping, less discounts.
  public var totalPrice: NSNumber?
  /// What is in the basket: dictionaries with `productId`, `price` and `quantity`.
  public var productList: [Any]?
  /// The shop's number of the order.
  public var orderNo: String?
  /// The basket's id, if the shop has one.
  public var basketId: String?
  /// Where the basket can be seen again.
  public var cartUrl: String?

  func fact(_ step: Segmentify.Checkout.Step) -> Fact {
    Fact(
      .checkout, self,
      [
        "step": .string(step.rawValue), "totalPrice": .amount(totalPrice),
        "productList": productList.map { JSON(foundation: $0) }, "basketId": .text(basketId),
        "orderNo": .text(orderNo), "cartUrl": .text(cartUrl),
      ])
  }
}

extension String {
  /// Whether it is a number as JSON writes one.
  var isDecimal: Bool {
    if case .number? = try? JSONReader.read(self) { true } else { false }
  }
}
