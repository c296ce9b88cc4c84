import BeckonContractSegmentify
import BeckonModel
import Foundation

/// A product to show. What the server does not say is `nil`.
public final class ProductRecommendationModel {
  /// The shop's id; it goes into `sendClickView`.
  public var productId: String?
  /// Title.
  public var name: String?
  /// Whether it can be bought.
  public var inStock: Bool?
  /// Its page, and that for phones.
  public var url, mUrl: String?
  /// Its picture, also in sizes from very small to very large.
  public var image, imageXS, imageS, imageM, imageL, imageXL: String?
  /// Further pictures.
  public var additionalImages: [String]?
  /// Its categories, each a path; by two names.
  public var category, categories: [String]?
  /// The category that counts.
  public var mainCategory: String?
  /// Maker.
  public var brand: String?
  /// Prices in the currency's main unit: now, before a sale, and for this visitor.
  public var price, oldPrice, specialPrice: NSNumber?
  /// `M`, `F` or `U`.
  public var gender: String?
  /// Colours, and sizes: those on hand and all.
  public var colors, sizes, allSizes: [String]?
  /// The shop's own words for it.
  public var labels, badges: [String]?
  /// Whether views leave the catalogue as it is.
  public var noUpdate: Bool?
  /// Further fields of the shop's.
  public var params: [String: String]?
  /// Further fields of the shop's that are lists.
  public var paramsList: [String: [String]]?
  /// Prices as they are shown.
  public var priceText, oldPriceText, specialPriceText: String?
  /// Language of the texts, and ISO 4217 code of the prices.
  public var language, currency: String?
  /// When it was last changed, put up and bought: milliseconds since 1970.
  public var lastUpdateTime, publishTime, lastBoughtTime: NSNumber?
  /// How many there are, of how many, and a word for it.
  public var stockCount, stockRatio, stockStatus: NSNumber?
  /// Products that go with it.
  public var combineIds: [String]?
  /// What it is a variant of.
  public var groupId: String?
  /// Cheap or dear among its like.
  public var priceSegment: String?
  /// What people say of it.
  public var scoreCount, reviewCount: NSNumber?
  /// What one saves against the past.
  public var savingOverTime: NSNumber?

  /// A product of which nothing is known.
  public init() {}

  convenience init(_ product: Segmentify.Product) {
    self.init()
    productId = product.id
    (inStock, noUpdate) = (product.isInStock, product.isKept)
    read(texts: product.texts)
    read(lists: product.lists)
    read(numbers: product.numbers)
    params = product.params?.textMembers { $0.string }
    paramsList = product.paramsList?.textMembers { $0.elements?.compactMap(\.string) }
  }

  private func read(texts: [Segmentify.Product.Text: String]) {
    name = texts[.name]
    (url, mUrl) = (texts[.url], texts[.mUrl])
    (image, imageXS, imageS) = (texts[.image], texts[.imageXS], texts[.imageS])
    (imageM, imageL, imageXL) = (texts[.imageM], texts[.imageL], texts[.imageXL])
    (brand, gender, mainCategory) = (texts[.brand], texts[.gender], texts[.mainCategory])
    (priceText, oldPriceText) = (texts[.priceText], texts[.oldPriceText])
    specialPriceText = texts[.specialPriceText]
    (language, currency) = (texts[.language], texts[.currency])
    (groupId, priceSegment) = (texts[.groupId], texts[.priceSegment])
  }

  private func read(lists: [Segmentify.Product.List: [String]]) {
    (category, categories) = (lists[.category], lists[.categories])
    (additionalImages, combineIds) = (lists[.additionalImages], lists[.combineIds])
    (colors, sizes, allSizes) = (lists[.colors], lists[.sizes], lists[.allSizes])
    (labels, badges) = (lists[.labels], lists[.badges])
  }

  private func read(numbers texts: [Segmentify.Product.Number: String]) {
    let numbers = texts.compactMapValues { NSNumber(json: .number($0)) }
    (price, oldPrice) = (numbers[.price], numbers[.oldPrice])
    specialPrice = numbers[.specialPrice]
    (lastUpdateTime, publishTime) = (numbers[.lastUpdateTime], numbers[.publishTime])
    lastBoughtTime = numbers[.lastBoughtTime]
    (stockCount, stockRatio) = (numbers[.stockCount], numbers[.stockRatio])
    stockStatus = numbers[.stockStatus]
    (scoreCount, reviewCount) = (numbers[.scoreCount], numbers[.reviewCount])
    savingOverTime = numbers[.savingOverTime]
  }
}

extension NSNumber {
  /// A number of an answer, exactly; `nil` for anything else.
  convenience init?(json: JSON?) {
    guard let json, let double = json.double else { return nil }
    if let integer = json.integer {
      self.init(value: integer)
    } else {
      self.init(value: double)
    }
  }
}

extension JSON {
  /// The members whose values can be read.
  func textMembers<Value>(_ read: (JSON) -> Value?) -> [String: Value]? {
    guard let members else { return nil }
    let pairs = members.compactMap { member in read(member.value).map { (member.name, $0) } }
    return Dictionary(pairs) { $1 }
  }
}
