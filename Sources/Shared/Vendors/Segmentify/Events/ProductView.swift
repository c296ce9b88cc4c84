import BeckonModel

extension Segmentify {
  /// `PRODUCT_VIEW`: which product was seen, and what the page says of it.
  public struct ProductView: Hashable, Sendable, EventPart {
    /// Most bytes of a product's id.
    public static let idBytes = 200
    /// Most bytes of its title.
    public static let titleBytes = 1_000
    /// Most elements of each of its lists.
    public static let listMax = 100

    /// Id.
    public var id: String
    /// Title.
    public var title: String?
    /// Maker.
    public var brand: String?
    /// Price, as decimal text in the currency's main unit.
    public var price: String?
    /// Price before a sale.
    public var oldPrice: String?
    /// `M`, `F` or `U`.
    public var gender: String?
    /// Whether it can be bought.
    public var isInStock: Bool?
    /// Whether the view shall leave the catalogue as it is.
    public var isKept = false
    /// Its page.
    public var url: String?
    /// Its page for phones.
    public var mobileURL: String?
    /// Its picture.
    public var image: String?
    /// The picture in sizes: `imageXS`, `imageS`, `imageM`, `imageL`, `imageXL`.
    public var sizedImages: [Product.Text: String] = [:]
    /// Its categories, each a path. One text is one category.
    public var category: [String] = []
    /// The same by another name.
    public var categories: [String] = []
    /// Colours.
    public var colors: [String] = []
    /// Sizes.
    public var sizes: [String] = []
    /// What the shop says of it.
    public var labels: [String] = []
    /// The banners that were tapped on the way.
    public var activeBanners: [ActiveBanner] = []

    /// A view of a product.
    public init(id: String) {
      self.id = id
    }

    /// Compares what they say, byte by byte.
    public static func == (left: ProductView, right: ProductView) -> Bool {
      left.members == right.members
    }

    /// Hashes what it says.
    public func hash(into hasher: inout Hasher) { members.hash(into: &hasher) }

    static let imageSizes: [Product.Text] = [.imageXS, .imageS, .imageM, .imageL, .imageXL]

    init(_ fields: Fields) throws(FieldError) {
      id = try fields.require("productId", fields.looseText("productId", max: Self.idBytes))
      title = try fields.looseText("title", max: Self.titleBytes)
      brand = try fields.looseText("brand", max: Limits.nameBytes)
      price = try fields.looseAmount("price")
      oldPrice = try fields.looseAmount("oldPrice")
      gender = try fields.looseText("gender", max: Limits.wordBytes)
      isInStock = try fields.looseBool("inStock")
      isKept = try fields.looseBool("noUpdate") ?? false
      url = try fields.looseText("url", max: Limits.urlBytes)
      mobileURL = try fields.looseText("mUrl", max: Limits.urlBytes)
      image = try fields.looseText("image", max: Limits.urlBytes)
      for size in Self.imageSizes {
        sizedImages[size] = try fields.looseText(size.rawValue, max: Limits.urlBytes)
      }
      try readLists(fields)
    }

    private mutating func readLists(_ fields: Fields) throws(FieldError) {
      func list(_ name: String, each length: Int) throws(FieldError) -> [String] {
        try fields.looseTexts(name, max: Self.listMax, each: length)
      }
      category = try list("category", each: PageView.categoryBytes)
      categories = try list("categories", each: PageView.categoryBytes)
      colors = try list("colors", each: Limits.nameBytes)
      sizes = try list("sizes", each: Limits.nameBytes)
      labels = try list("labels", each: Limits.nameBytes)
      activeBanners = try ActiveBanner.list(fields)
    }

    var members: [JSON.Member] {
      let images = Self.imageSizes.compactMap { size in
        sizedImages[size].map { JSON.Member(size.rawValue, .string($0)) }
      }
      return [JSON.Member](present: [
        "productId": .string(id), "title": .text(title), "brand": .text(brand),
        "price": .amount(price), "oldPrice": .amount(oldPrice), "gender": .text(gender),
        "inStock": .truth(isInStock), "noUpdate": isKept ? true : nil, "url": .text(url),
        "mUrl": .text(mobileURL), "image": .text(image), "category": .texts(category),
        "categories": .texts(categories), "colors": .texts(colors), "sizes": .texts(sizes),
        "labels": .texts(labels), "activeBanners": ActiveBanner.json(activeBanners),
      ]) + images
    }
  }
}
