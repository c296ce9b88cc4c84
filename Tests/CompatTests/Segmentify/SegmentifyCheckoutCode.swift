// The checkout of the vendor's guide "iOS SDK", as it stands there; `SegmentifyShopCode.swift`
// lists the edits.
import BeckonCompatSegmentify
import Foundation

/// "Checkout Operations"
final class SegmentifyCheckout: SegmentifyScreen {
  func viewBasket() {
    //START Page view request
    let pageObj = PageModel()

    SegmentifyManager.sharedManager().sendPageView(segmentifyObject: pageObj) {
      (response: [RecommendationModel]) in
      self.answers += 1
    }
    //END Page view request

    //START Basket View Request
    var productsArray = [Any]()
    let firstProduct = ["price": "78", "productId": "25799809929", "quantity": "1"]

    productsArray.append(firstProduct)

    let checkoutObj = CheckoutModel()
    checkoutObj.productList = productsArray
    checkoutObj.totalPrice = 78

    SegmentifyManager.sharedManager().sendViewBasket(segmentifyObject: checkoutObj) {
      (response: [RecommendationModel]) in
      self.recommendations = response
      self.answers += 1
      //operations about recommendations
    }
    //END Basket View Request
  }

  func viewBasketWithParameters() {
    //START Page view request
    let pageObj = PageModel()

    SegmentifyManager.sharedManager().sendPageView(segmentifyObject: pageObj) {
      (response: [RecommendationModel]) in
      self.answers += 1
    }
    //END Page view request

    //START Basket View Request
    var productsArray = [Any]()
    let firstProduct = ["price": "78", "productId": "25799809929", "quantity": "1"]

    productsArray.append(firstProduct)

    SegmentifyManager.sharedManager().sendViewBasket(totalPrice: 78, productList: productsArray) {
      (response: [RecommendationModel]) in
      self.recommendations = response
      self.answers += 1
      //operations about recommendations
    }
    //END Basket View Request
  }

  func customer() {
    //START Page view request
    let pageObj = PageModel()

    SegmentifyManager.sharedManager().sendPageView(segmentifyObject: pageObj) {
      (response: [RecommendationModel]) in
      self.answers += 1
    }
    //END Page view request

    //START Customer information request
    var productsArray = [Any]()
    let firstProduct = ["price": "78", "productId": "25799809929", "quantity": "1"]

    productsArray.append(firstProduct)

    let custInfObj = CheckoutModel()
    custInfObj.productList = productsArray
    custInfObj.totalPrice = 78

    SegmentifyManager.sharedManager().sendCustomerInformation(segmentifyObject: custInfObj) {
      (response: [RecommendationModel]) in
      self.recommendations = response
      self.answers += 1
      //operations about recommendations
    }
    //END Customer information request
  }

  func customerWithParameters() {
    //START Page view request
    let pageObj = PageModel()

    SegmentifyManager.sharedManager().sendPageView(segmentifyObject: pageObj) {
      (response: [RecommendationModel]) in
      self.answers += 1
    }
    //END Page view request

    //START Customer information request
    var productsArray = [Any]()
    let firstProduct = ["price": "78", "productId": "25799809929", "quantity": "1"]

    productsArray.append(firstProduct)

    SegmentifyManager.sharedManager().sendCustomerInformation(
      totalPrice: 78, productList: productsArray
    ) {
      (response: [RecommendationModel]) in
      self.recommendations = response
      self.answers += 1
      //operations about recommendations
    }
    //END Customer information request
  }

  func payment() {
    //START Page view request
    let pageObj = PageModel()

    SegmentifyManager.sharedManager().sendPageView(segmentifyObject: pageObj) {
      (response: [RecommendationModel]) in
      self.answers += 1
    }
    //END Page view request

    //START Payment information request
    //example array
    var productsArray = [Any]()
    let firstProduct = ["price": "78", "productId": "25799809929", "quantity": "1"]

    productsArray.append(firstProduct)

    //define a variable type of CheckoutModel
    let paymentInf = CheckoutModel()
    paymentInf.totalPrice = 78
    paymentInf.productList = productsArray

    //payment information request
    SegmentifyManager.sharedManager().sendViewBasket(segmentifyObject: paymentInf) {
      (response: [RecommendationModel]) in
      self.recommendations = response
      self.answers += 1
      //operations about recommendations
    }
    //END Payment information request
  }

  func paymentWithParameters() {
    //START Page view request
    let pageObj = PageModel()

    SegmentifyManager.sharedManager().sendPageView(segmentifyObject: pageObj) {
      (response: [RecommendationModel]) in
      self.answers += 1
    }
    //END Page view request

    //START Payment information request
    //example array
    var productsArray = [Any]()
    let firstProduct = ["price": "78", "productId": "25799809929", "quantity": "1"]

    productsArray.append(firstProduct)

    //Send user register request
    SegmentifyManager.sharedManager().sendPurchase(
      totalPrice: 78, productList: productsArray, orderNo: 1234
    ) {
      (response: [RecommendationModel]) in
      self.recommendations = response
      self.answers += 1
      //operations about recommendations
    }
    //END Payment information request
  }

  func purchase() {
    //START Page View
    let pageViewObj = PageModel()
    pageViewObj.category = "Purchase Success Page"
    //send page view request
    SegmentifyManager.sharedManager().sendPageView(segmentifyObject: pageViewObj) {
      (response: [RecommendationModel]) in
      self.answers += 1
    }
    //END Page View

    //START Purchase Success request
    var productsArray = [Any]()
    let firstProduct = ["price": "78", "productId": "25799809929", "quantity": "1"]

    productsArray.append(firstProduct)

    let purchaseObj = CheckoutModel()
    purchaseObj.productList = productsArray
    purchaseObj.totalPrice = 78
    purchaseObj.orderNo = "12313"

    //Puchase success request
    SegmentifyManager.sharedManager().sendPurchase(segmentifyObject: purchaseObj) {
      (response: [RecommendationModel]) in
      self.recommendations = response
      self.answers += 1
      //operations about recommendations
    }
    //END Purchase Success request
  }

  func purchaseWithParameters() {
    //START Page view request
    let pageObj = PageModel()

    SegmentifyManager.sharedManager().sendPageView(segmentifyObject: pageObj) {
      (response: [RecommendationModel]) in
      self.answers += 1
    }
    //END Page view request

    //START Purchase Success request
    //example array
    var productsArray = [Any]()
    let firstProduct = ["price": "78", "productId": "25799809929", "quantity": "1"]

    productsArray.append(firstProduct)

    //Send user register request
    SegmentifyManager.sharedManager().sendPayment(
      totalPrice: 78, productList: productsArray, orderNo: 1234
    ) {
      (response: [RecommendationModel]) in
      self.recommendations = response
      self.answers += 1
      //operations about recommendations
    }
    //END Purchase Success request
  }
}
