import BeckonContractSegmentify
import BeckonModel
import BeckonSDK
import Foundation

extension SegmentifyManager {
  // MARK: Pages

  /// A page was seen.
  public func sendPageView(
    segmentifyObject: PageModel, callback: @escaping SegmentifyRecommendations
  ) {
    ask(segmentifyObject.fact, callback)
  }

  /// A page was seen.
  public func setPageViewEvent(
    segmentifyObject: PageModel, callback: @escaping SegmentifyRecommendations
  ) {
    sendPageView(segmentifyObject: segmentifyObject, callback: callback)
  }

  /// A page was seen: its kind (`Home Page`), more of it (`Men > Shoes`), and products for which
  /// something shall be recommended.
  public func sendPageView(
    category: String, subCategory: String?, recommendIds: [String]? = nil, lang: String? = nil,
    params: [String: Any]? = nil, callback: @escaping SegmentifyRecommendations
  ) {
    let page = PageModel()
    (page.category, page.subCategory) = (category, subCategory)
    (page.recommendIds, page.lang, page.params) = (recommendIds, lang, params)
    sendPageView(segmentifyObject: page, callback: callback)
  }

  // MARK: Products

  /// A product was seen.
  public func sendProductView(
    segmentifyObject: ProductModel, callback: @escaping SegmentifyRecommendations
  ) {
    ask(segmentifyObject.fact, callback)
  }

  /// A product was seen. Each category is a path, the price is in the currency's main unit,
  /// `inStock` and `noUpdate` are truth values; the latter says whether the view shall leave the
  /// catalogue as it is.
  public func sendProductView(
    productID: String, title: String, category: [String], price: NSNumber, brand: String? = nil,
    inStock: Any? = nil, url: String, image: String, imageXS: String? = nil,
    imageS: String? = nil, imageM: String? = nil, imageL: String? = nil, imageXL: String? = nil,
    gender: String? = nil, colors: [String]? = nil, sizes: [String]? = nil,
    labels: [String]? = nil, noUpdate: Any? = nil, lang: String? = nil,
    params: [String: Any]? = nil, region: String? = nil,
    callback: @escaping SegmentifyRecommendations
  ) {
    let product = ProductModel()
    (product.productId, product.name) = (productID, title)
    (product.price, product.brand, product.category) = (price, brand, category)
    (product.inStock, product.noUpdate) = (Self.truth(inStock), Self.truth(noUpdate))
    (product.url, product.image) = (url, image)
    (product.imageXS, product.imageS, product.imageM) = (imageXS, imageS, imageM)
    (product.imageL, product.imageXL, product.gender) = (imageL, imageXL, gender)
    (product.colors, product.sizes, product.labels) = (colors, sizes, labels)
    (product.lang, product.params, product.region) = (lang, params, region)
    sendProductView(segmentifyObject: product, callback: callback)
  }

  /// The same as the vendor's guide has it, with one category.
  public func sendProductView(
    productID: String, title: String, category: String, price: NSNumber, brand: String? = nil,
    stock: Any? = nil, url: String, image: String, callback: @escaping SegmentifyRecommendations
  ) {
    sendProductView(
      productID: productID, title: title, category: [category], price: price, brand: brand,
      inStock: stock, url: url, image: image, callback: callback)
  }

  // MARK: Events of the app's own

  /// Something of the app's own happened.
  public func sendCustomEvent(
    segmentifyObject: CustomEventModel, callback: @escaping SegmentifyRecommendations
  ) {
    ask(segmentifyObject.fact, callback)
  }

  /// Something of the app's own happened: what, in the app's own word, and its properties.
  public func sendCustomEvent(
    type: String, params: [String: Any]?, lang: String? = nil,
    callback: @escaping SegmentifyRecommendations
  ) {
    let event = CustomEventModel()
    (event.type, event.params, event.lang) = (type, params, lang)
    sendCustomEvent(segmentifyObject: event, callback: callback)
  }

  /// A truth value as the app has it: Swift's, Foundation's or text.
  static func truth(_ value: Any?) -> Bool? {
    switch JSON.anything(value) {
    case .bool(let truth)?: truth
    case .number(let text)?: text != "0"
    case .string(let text)?: ["true", "yes", "1"].contains(text.lowercased())
    default: nil
    }
  }
}
