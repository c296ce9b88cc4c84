import BeckonModel

extension FacetedResponseModel {
  /// A banner beside the results.
  public struct Banner: Codable, Sendable {
    /// Its own id.
    public var id: String?
    /// The campaign.
    public var instanceId: String?
    /// `ACTIVE` or `TEST`.
    public var status: String?
    /// For which kind of search it is.
    public var searchType: String?
    /// Name.
    public var name: String?
    /// Its picture.
    public var bannerUrl: String?
    /// Where it leads.
    public var targetUrl: String?
    /// Where it stands, and how large it is; texts.
    public var position, width, height: String?
    /// How it opens.
    public var method: String?
    /// Whether it opens a page of its own.
    public var newtab: Bool?

    init?(json: JSON) {
      guard json.members != nil else { return nil }
      id = json["id"]?.string
      instanceId = json["instanceId"]?.string
      status = json["status"]?.string
      searchType = json["searchType"]?.string
      name = json["name"]?.string
      bannerUrl = json["bannerUrl"]?.string
      targetUrl = json["targetUrl"]?.string
      position = json["position"]?.string
      width = json["width"]?.string
      height = json["height"]?.string
      method = json["method"]?.string
      newtab = json["newtab"]?.bool
    }
  }

  /// A product that was found.
  public struct Product: Codable, Sendable {
    /// The shop's id.
    public var productId: String?
    /// Title.
    public var name: String?
    /// Its page.
    public var url: String?
    /// Its picture.
    public var image: String?
    /// Prices in the currency's main unit: now, and before a sale.
    public var price, oldPrice: Double?
    /// Prices as they are shown.
    public var priceText, oldPriceText, specialPriceText: String?
    /// Its categories, each a path.
    public var category: [String]?
    /// When it was last changed, taken in and put up: milliseconds since 1970.
    public var lastUpdateTime, insertTime, publishTime: Int?
    /// Whether it can be bought.
    public var inStock: Bool?
    /// Maker.
    public var brand: String?
    /// Language of the texts, and ISO 4217 code of the prices.
    public var language, currency: String?
    /// Further fields of the shop's.
    public var params: [String: String]?

    init?(json: JSON) {
      guard let id = json["productId"]?.string else { return nil }
      productId = id
      (name, url) = (json["name"]?.string, json["url"]?.string)
      image = json["image"]?.string
      (price, oldPrice) = (json["price"]?.double, json["oldPrice"]?.double)
      (priceText, oldPriceText) = (json["priceText"]?.string, json["oldPriceText"]?.string)
      specialPriceText = json["specialPriceText"]?.string
      category = json["category"]?.elements?.compactMap(\.string)
      lastUpdateTime = json["lastUpdateTime"]?.integer.map { Int(clamping: $0) }
      insertTime = json["insertTime"]?.integer.map { Int(clamping: $0) }
      publishTime = json["publishTime"]?.integer.map { Int(clamping: $0) }
      (inStock, brand) = (json["inStock"]?.bool, json["brand"]?.string)
      (language, currency) = (json["language"]?.string, json["currency"]?.string)
      params = json["params"]?.textMembers { $0.string }
    }
  }
}
