// The code of the vendor's guide "iOS SDK", as it stands there. Edits:
// * Statements that stand alone in the guide stand in methods here. `obj`, `appKey`,
//   `dataCenterUrl`, `subDomain`, `newApiKey`, `newDataCenterUrl`, `newDomain`, `recObj` and
//   `productID`, which the guide does not define there, are parameters.
// * The values of `config` have no quotes in the guide, and one curly one.
// * `subCategory: String?` is `subCategory: "Men > Shoes"`: a type stands where a value has to.
// * `removeBasketObj` is sent, where the guide says `obj`; `pageViewObj` in the purchase too.
// * `/Create  user Object` has two strokes.
// * `as [String : AnyObject]` is `as [String: Any]`: on Linux Swift's values are no objects.
// * Behind `self.recommendations = response`, and where the guide does nothing, a line counts the
//   answer.
// Names of variables stay too.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import BeckonCompatSegmentify
import Foundation

@MainActor final class Constant {
  static var segmentifyApiKey = ""
  static var segmentifyDataCenterUrl = ""
  static var segmentifySubDomain = ""
}

@MainActor class SegmentifyScreen {
  var recommendations: [RecommendationModel] = []
  /// Answers so far.
  var answers = 0
}

/// "Basic Configuration"
final class SegmentifyStart: SegmentifyScreen {
  private(set) var shown: [ProductRecommendationModel] = []

  func start(dataCenterUrl: String) {
    SegmentifyManager.config(
      appkey: "XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX",
      dataCenterUrl: dataCenterUrl,  // https://xxx.segmentify.com
      subDomain: "example.com"
    )
    let _ = SegmentifyManager.logStatus(isVisible: true)
  }

  func setNewConfigs(newApiKey: String, newDataCenterUrl: String, newDomain: String) {
    SegmentifyManager.setConfig(
      apiKey: newApiKey, dataCenterUrl: newDataCenterUrl, subDomain: newDomain)
  }

  func basicResponse(obj: PageModel, appKey: String, dataCenterUrl: String, subDomain: String) {
    SegmentifyManager.sharedManager(
      appKey: appKey,
      dataCenterUrl: dataCenterUrl,
      subDomain: subDomain
    ).setPageViewEvent(
      segmentifyObject: obj,
      callback: { (response: [RecommendationModel]) in
        self.recommendations = response
        self.answers += 1
        //for example to process on recommendations
        self.createProducts(recommendations: self.recommendations)
      })
  }

  func createProducts(recommendations: [RecommendationModel]) {
    for recObj in recommendations {
      if recObj.instanceId == "YOUR_CAMPAIGN_INSTANCE_ID" {
        // to show details of the products in the UI
        // swift-format-ignore: NeverForceUnwrap
        self.setProductInfos(products: recObj.products!)
      }
    }
  }

  func setProductInfos(products: [ProductRecommendationModel]) { shown = products }
}

/// "Page View" and "Search View"
final class SegmentifyPages: SegmentifyScreen {
  private(set) var response: SearchModel?

  func pageView() {
    //define page view object
    let obj = PageModel()
    obj.category = "Home Page"
    //send page view request
    SegmentifyManager.sharedManager().sendPageView(segmentifyObject: obj) {
      (response: [RecommendationModel]) in
      self.recommendations = response
      self.answers += 1
      //operations about recommendations
    }
  }

  func pageViewWithParameters() {
    //send page view request
    SegmentifyManager.sharedManager().sendPageView(
      category: "Home page", subCategory: "Men > Shoes"
    ) {
      (response: [RecommendationModel]) in
      self.answers += 1
    }
  }

  func searchView() {
    //define search view object
    let searchViewObj = SearchPageModel()
    searchViewObj.query = "Dress"
    searchViewObj.lang = "EN"
    //send search view request
    SegmentifyManager.sharedManager().sendSearchPageView(segmentifyObject: searchViewObj) {
      (response: SearchModel) in
      self.response = response
      self.answers += 1
      //operations about search
    }
  }
}

/// "Product View"
final class SegmentifyProducts: SegmentifyScreen {
  func productView() {
    // START Page view request
    // define page model object
    let pageObj = PageModel()
    pageObj.category = "Product Page"

    // send page view request
    SegmentifyManager.sharedManager().sendPageView(segmentifyObject: pageObj) {
      (response: [RecommendationModel]) in
      self.answers += 1
    }
    // END Page view request

    //START Product view request
    //define product model object
    let ProductObj = ProductModel()
    ProductObj.title = "Asymmetric Dress in Black"
    ProductObj.category = "Womenswear"
    ProductObj.image =
      "//cdn.shopify.com/s/files/1/1524/5822/products/2014_11_17_Lana_Look034_02_300x300.jpg?v=1475497696"
    ProductObj.url = "https://segmentify-shop.myshopify.com/products/asymmetric-dress-black"
    ProductObj.inStock = true
    ProductObj.brand = "Amelia Toro"
    ProductObj.price = 578
    ProductObj.productId = "25799860937"
    ProductObj.noUpdate = true

    //send product view request
    SegmentifyManager.sharedManager().sendProductView(segmentifyObject: ProductObj) {
      (response: [RecommendationModel]) in
      self.recommendations = response
      self.answers += 1
      //operations about recommendations
    }
    //END Product view request
  }

  func productViewWithParameters() {
    //START Page View  request
    //define page model object
    let pageObj = PageModel()
    pageObj.category = "Product Page"

    //send page view request
    SegmentifyManager.sharedManager().sendPageView(segmentifyObject: pageObj) {
      (response: [RecommendationModel]) in
      self.answers += 1
    }
    //END Page View request

    //send product view request
    SegmentifyManager.sharedManager().sendProductView(
      productID: "25799860937",
      title: "Asymmetric Dress in Black",
      category: "Womenswear",
      price: 578,
      brand: "Amelia Toro",
      stock: true,
      url: "https://segmentify-shop.myshopify.com/products/asymmetric-dress-black",
      image:
        "//cdn.shopify.com/s/files/1/1524/5822/products/2014_11_17_Lana_Look034_02_300x300.jpg?v=1475497696"
    ) {
      (response: [RecommendationModel]) in
      self.recommendations = response
      self.answers += 1
      //operations about recommendations
    }
  }
}

/// "Basket Operations"
final class SegmentifyBasket: SegmentifyScreen {
  func add() {
    //Define basket operations model
    let addBasketObj = BasketOperationsModel()
    addBasketObj.step = "add"
    addBasketObj.productId = "25800400265"
    addBasketObj.quantity = "2"
    addBasketObj.price = 358

    //Send add to basket event
    SegmentifyManager.sharedManager().sendAddOrRemoveBasket(segmentifyObject: addBasketObj)
  }

  func addWithParameters() {
    //Send add to basket event
    SegmentifyManager.sharedManager().sendAddOrRemoveBasket(
      basketStep: "add", productID: "25800400265", quantity: 2, price: 358)
  }

  func remove() {
    //Define basket operations model
    let removeBasketObj = BasketOperationsModel()
    removeBasketObj.productId = "25799860937"
    removeBasketObj.price = 578
    removeBasketObj.quantity = "1"
    removeBasketObj.step = "remove"

    //Send remove from basket request
    SegmentifyManager.sharedManager().sendAddOrRemoveBasket(segmentifyObject: removeBasketObj)
  }

  func removeWithParameters() {
    //Send add to basket event
    SegmentifyManager.sharedManager().sendAddOrRemoveBasket(
      basketStep: "remove", productID: "25800400265", quantity: 2, price: 358)
  }
}
