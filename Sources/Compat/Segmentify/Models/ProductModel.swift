import BeckonContractSegmentify
import BeckonModel
import Foundation

/// A category can be set as one text or as a list, and both read back as a list.
public protocol SegmentifyCategory: AnyObject {
  /// The categories, each a path.
  var category: [String]? { get set }
}

extension SegmentifyCategory {
  /// The category as one text, `Men > Sports > Shoes`; reads as the first.
  @_disfavoredOverload
  public var category: String? {
    get { (category as [String]?)?.first }
    set { category = newValue.map { [$0] } as [String]? }
  }
}

/// A view of a product, and what the page says of it.
public final class ProductModel: SegmentifyObject, SegmentifyCategory {
  /// The shop's id, the same in all events.
  public var productId: String?
  /// Title.
  public var name: String?
  /// Whether it can be bought.
  public var inStock: Bool?
  /// Its page.
  public var url: String?
  /// Its page for phones.
  public var mUrl: String?
  /// Its picture.
  public var image: String?
  /// The picture, very small.
  public var imageXS: String?
  /// The picture, small.
  public var imageS: String?
  /// The picture, medium.
  public var imageM: String?
  /// The picture, large.
  public var imageL: String?
  /// The picture, very large.
  public var imageXL: String?
  /// The categories, each a path such as `Men > Sports > Shoes`. One text can be set too.
  public var category: [String]?
  /// The same by another name.
  public var categories: [String]?
  /// Maker.
  public var brand: String?
  /// Price in the currency's main unit.
  public var price: NSNumber?
  /// Price before a sale.
  public var oldPrice: NSNumber?
  /// `M`, `F` or `U`.
  public var gender: String?
  /// Colours.
  public var colors: [String]?
  /// Sizes.
  public var sizes: [String]?
  /// The shop's own words for it.
  public var labels: [String]?
  /// Whether the view shall leave the catalogue as it is.
  public var noUpdate: Bool?
  /// The banners that were tapped on the way.
  public var activeBanners: [ClickedBannerObject]?

  /// Title, as the vendor's guide calls it.
  public var title: String? {
    get { name }
    set { name = newValue }
  }

  var fact: Fact {
    Fact(
      .productView, self,
      [
        "productId": .text(productId), "title": .text(name), "brand": .text(brand),
        "price": .amount(price), "oldPrice": .amount(oldPrice), "gender": .text(gender),
        "noUpdate": .truth(noUpdate), "inStock": .truth(inStock), "url": .text(url),
        "mUrl": .text(mUrl), "image": .text(image), "imageXS": .text(imageXS),
        "imageS": .text(imageS), "imageM": .text(imageM), "imageL": .text(imageL),
        "imageXL": .text(imageXL), "category": .texts(category), "categories": .texts(categories),
        "colors": .texts(colors), "sizes": .texts(sizes), "labels": .texts(labels),
        "activeBanners": ClickedBannerObject.json(activeBanners),
      ])
  }
}
