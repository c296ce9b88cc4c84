import BeckonContractSegmentify
import BeckonModel
import BeckonSDK

/// What was found while somebody types, or is shown before that.
public final class SearchModel {
  /// How the results are to be shown.
  public var campaign: SearchCampaignModel?
  /// The products, in order.
  public var products: [ProductRecommendationModel]?
  /// Products by category.
  public var categoryProducts: [String: [ProductRecommendationModel]]?
  /// Products by word.
  public var keywords: [String: [ProductRecommendationModel]]?
  /// Products by brand.
  public var brandProducts: [String: [ProductRecommendationModel]]?
  /// Brands, by what is shown.
  public var brands: [String: Any]?
  /// Categories, by what is shown.
  public var categories: [String: Any]?
  /// What the visitor looked for before.
  public var lastSearches: [String]?
  /// Why nothing could be found; `nil` when the server has looked.
  public var errorString: String?
  /// The campaign's id, as in `campaign`.
  public var instanceId: String?
  /// The campaign's name, as in `campaign`.
  public var name: String?
  /// Most products to show, as in `campaign`.
  public var mobileItemCount: Int?
  /// Titles by language, as in `campaign`.
  public var stringSearchAssetTextMap: [String: SearchAssetTextModel]?
  /// The showing: `static`.
  public var interactionId: String?

  static let showing = "static"

  /// Found nothing.
  public init() {}

  /// Reads the first search of an answer.
  convenience init(_ answer: Segmentify.Answer?, errorString: String?) {
    self.init()
    self.errorString = errorString
    products = []
    guard let found = answer?.search.first?.first else { return }
    products = Self.products(found["products"]) ?? []
    campaign = found["campaign"].flatMap(SearchCampaignModel.init(json:))
    (instanceId, name) = (campaign?.instanceId, campaign?.name)
    mobileItemCount = campaign?.mobileItemCount
    stringSearchAssetTextMap = campaign?.stringSearchAssetTextMap
    interactionId = instanceId.map { _ in Self.showing }
    categoryProducts = found["categoryProducts"]?.textMembers(Self.products)
    brandProducts = found["brandProducts"]?.textMembers(Self.products)
    keywords = found["keywords"]?.textMembers(Self.products)
    brands = Self.values(found["brands"])
    categories = Self.values(found["categories"])
    lastSearches = found["lastSearches"]?.elements?.compactMap(\.string)
  }

  private static func values(_ json: JSON?) -> [String: Any]? {
    guard let json, json.members != nil else { return nil }
    return json.foundationMembers
  }

  private static func products(_ json: JSON?) -> [ProductRecommendationModel]? {
    json?.elements?.compactMap(Segmentify.Product.init(json:)).map(ProductRecommendationModel.init)
  }
}

/// How results are to be shown while somebody types.
public final class SearchCampaignModel {
  /// `BEFORE_SEARCH` or `SEARCH`. Taps are told as `bs_product` and `product`.
  public var instanceId: String?
  /// Name.
  public var name: String?
  /// `ACTIVE` or `TEST`.
  public var status: String?
  /// Devices that it is for.
  public var devices: [String]?
  /// Milliseconds without a key before a search is sent.
  public var searchDelay: Int?
  /// Letters before a search is sent.
  public var minCharacterCount: Int?
  /// Beginning of the path of the shop's page of results.
  public var searchUrlPrefix: String?
  /// Most products to show.
  public var mobileItemCount: Int?
  /// Titles by language.
  public var stringSearchAssetTextMap: [String: SearchAssetTextModel]?

  /// Says nothing.
  public init() {}

  convenience init?(json: JSON) {
    guard json.members != nil else { return nil }
    self.init()
    instanceId = json["instanceId"]?.string
    name = json["name"]?.string
    status = json["status"]?.string
    devices = json["devices"]?.elements?.compactMap(\.string)
    searchDelay = json["searchDelay"]?.integer.map { Int(clamping: $0) }
    minCharacterCount = json["minCharacterCount"]?.integer.map { Int(clamping: $0) }
    searchUrlPrefix = json["searchUrlPrefix"]?.string
    mobileItemCount = json["mobileItemCount"]?.integer.map { Int(clamping: $0) }
    stringSearchAssetTextMap = json["stringSearchAssetTextMap"]?
      .textMembers(SearchAssetTextModel.init(json:))
  }
}

/// Titles of a search in one language.
public final class SearchAssetTextModel {
  /// Above what is shown before a search.
  public var popularProductsText: String?
  /// On the button that ends it.
  public var mobileCancelText: String?
  /// Where nothing was found.
  public var notFoundText: String?

  /// Says nothing.
  public init() {}

  convenience init?(json: JSON) {
    guard json.members != nil else { return nil }
    self.init()
    popularProductsText = json["popularProductsText"]?.string
    mobileCancelText = json["mobileCancelText"]?.string
    notFoundText = json["notFoundText"]?.string
  }
}
