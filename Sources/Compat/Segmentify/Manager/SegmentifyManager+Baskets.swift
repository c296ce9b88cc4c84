import BeckonContractSegmentify
import Foundation

extension SegmentifyManager {
  // MARK: The basket

  /// A product goes into the basket or out of it.
  public func sendAddOrRemoveBasket(segmentifyObject: BasketModel) {
    tell(segmentifyObject.fact)
  }

  /// A product goes into the basket or out of it: the step is `add` or `remove`. Without the price
  /// of one the catalogue's counts.
  public func sendAddOrRemoveBasket(
    basketStep: String, productID: String, quantity: NSNumber, price: NSNumber? = nil
  ) {
    let basket = BasketModel()
    (basket.step, basket.productId, basket.price) = (basketStep, productID, price)
    basket.quantityText = quantity.stringValue
    sendAddOrRemoveBasket(segmentifyObject: basket)
  }

  // MARK: From the basket to the purchase

  /// The basket was seen.
  public func sendViewBasket(
    segmentifyObject: CheckoutModel, callback: @escaping SegmentifyRecommendations
  ) {
    ask(segmentifyObject.fact(.viewBasket), callback)
  }

  /// Name and address are asked for.
  public func sendCustomerInformation(
    segmentifyObject: CheckoutModel, callback: @escaping SegmentifyRecommendations
  ) {
    ask(segmentifyObject.fact(.customer), callback)
  }

  /// The means of payment is asked for.
  public func sendPaymentInformation(
    segmentifyObject: CheckoutModel, callback: @escaping SegmentifyRecommendations
  ) {
    ask(segmentifyObject.fact(.paymentInformation), callback)
  }

  /// It was bought.
  public func sendPurchase(
    segmentifyObject: CheckoutModel, callback: @escaping SegmentifyRecommendations
  ) {
    ask(segmentifyObject.fact(.purchase), callback)
  }

  /// The basket was seen: what all costs, and dictionaries with `productId`, `price` and
  /// `quantity`.
  public func sendViewBasket(
    totalPrice: NSNumber, productList: [Any], currency: String? = nil, lang: String? = nil,
    params: [String: Any]? = nil, callback: @escaping SegmentifyRecommendations
  ) {
    let checkout = Self.checkout(totalPrice, productList, lang, params)
    checkout.currency = currency
    sendViewBasket(segmentifyObject: checkout, callback: callback)
  }

  /// Name and address are asked for. The parameters are those of `sendViewBasket`.
  public func sendCustomerInformation(
    totalPrice: NSNumber, productList: [Any], lang: String? = nil, params: [String: Any]? = nil,
    callback: @escaping SegmentifyRecommendations
  ) {
    sendCustomerInformation(
      segmentifyObject: Self.checkout(totalPrice, productList, lang, params), callback: callback)
  }

  /// The means of payment is asked for. The parameters are those of `sendViewBasket`.
  public func sendPaymentInformation(
    totalPrice: NSNumber, productList: [Any], lang: String? = nil, params: [String: Any]? = nil,
    callback: @escaping SegmentifyRecommendations
  ) {
    sendPaymentInformation(
      segmentifyObject: Self.checkout(totalPrice, productList, lang, params), callback: callback)
  }

  /// It was bought. The parameters are those of `sendViewBasket`, and the shop's number of the
  /// order, which is the payment's id.
  public func sendPurchase(
    totalPrice: NSNumber, productList: [Any], orderNo: String?, lang: String? = nil,
    params: [String: Any]? = nil, callback: @escaping SegmentifyRecommendations
  ) {
    let checkout = Self.checkout(totalPrice, productList, lang, params)
    checkout.orderNo = orderNo
    sendPurchase(segmentifyObject: checkout, callback: callback)
  }

  /// The same with a number in place of a text.
  public func sendPurchase(
    totalPrice: NSNumber, productList: [Any], orderNo: Int, lang: String? = nil,
    params: [String: Any]? = nil, callback: @escaping SegmentifyRecommendations
  ) {
    sendPurchase(
      totalPrice: totalPrice, productList: productList, orderNo: String(orderNo), lang: lang,
      params: params, callback: callback)
  }

  /// It was bought, as the vendor's guide calls it: the same as `sendPurchase`.
  public func sendPayment(
    totalPrice: NSNumber, productList: [Any], orderNo: String?, lang: String? = nil,
    params: [String: Any]? = nil, callback: @escaping SegmentifyRecommendations
  ) {
    sendPurchase(
      totalPrice: totalPrice, productList: productList, orderNo: orderNo, lang: lang,
      params: params, callback: callback)
  }

  /// The same with a number in place of a text.
  public func sendPayment(
    totalPrice: NSNumber, productList: [Any], orderNo: Int, lang: String? = nil,
    params: [String: Any]? = nil, callback: @escaping SegmentifyRecommendations
  ) {
    sendPurchase(
      totalPrice: totalPrice, productList: productList, orderNo: orderNo, lang: lang,
      params: params, callback: callback)
  }

  private static func checkout(
    _ totalPrice: NSNumber, _ productList: [Any], _ lang: String?, _ params: [String: Any]?
  ) -> CheckoutModel {
    let checkout = CheckoutModel()
    (checkout.totalPrice, checkout.productList) = (totalPrice, productList)
    (checkout.lang, checkout.params) = (lang, params)
    return checkout
  }
}
