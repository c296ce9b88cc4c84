import BeckonModel

/// What can be said of a product. Each is told, and won or lost, by itself.
public enum ProductField: String, CaseIterable, Sendable {
  // As the API writes them.
  case title, description, url
  case mobileURL = "mobile_url"
  case image
  case imageXS = "image_xs"
  case imageS = "image_s"
  case imageM = "image_m"
  case imageL = "image_l"
  case imageXL = "image_xl"
  case additionalImages = "additional_images"
  case brand, categories, price
  case oldPrice = "old_price"
  case specialPrice = "special_price"
  case currency, language
  case inStock = "in_stock"
  case stock, gender, labels, colors, sizes, badges
  case publishedAt = "published_at"
  case group, combine, hidden, params

  /// Its place among the fields: of an enumeration without payloads, what stands in its byte.
  private var place: UInt8 { unsafeBitCast(self, to: UInt8.self) }

  /// By places: to compare words would cost an answer with many products more than all else.
  public static func == (left: ProductField, right: ProductField) -> Bool {
    left.place == right.place
  }

  /// The place alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(place) }

  /// What kind of value it has.
  public enum Shape: Hashable, Sendable {
    /// A text of at most so many bytes.
    case text(Int)
    /// Several texts of at most so many bytes each.
    case texts(Int)
    /// The address of a page or an image.
    case url
    /// Several addresses.
    case urls
    /// Paths such as `Men > Sports > Shoes`.
    case categories
    /// An amount, in the smallest unit of the currency.
    case money
    /// Three letters (ISO 4217).
    case currency
    /// A language tag (BCP 47), in lower case.
    case language
    /// Yes or no.
    case flag
    /// How many there are.
    case count
    /// `M`, `F` or `U`.
    case gender
    /// An instant, in milliseconds.
    case time
    /// Texts by name.
    case params
  }

  /// What kind of value it has.
  public var shape: Shape {
    switch self {
    case .title: .text(ProductLimits.titleBytes)
    case .description: .text(ProductLimits.descriptionBytes)
    case .brand, .group: .text(ProductLimits.wordBytes)
    case .url, .mobileURL, .image, .imageXS, .imageS, .imageM, .imageL, .imageXL: .url
    case .additionalImages: .urls
    case .categories: .categories
    case .price, .oldPrice, .specialPrice: .money
    case .currency: .currency
    case .language: .language
    case .inStock, .hidden: .flag
    case .stock: .count
    case .gender: .gender
    case .labels, .colors, .sizes, .badges: .texts(ProductLimits.wordBytes)
    case .combine: .texts(ProductLimits.idBytes)
    case .publishedAt: .time
    case .params: .params
    }
  }

  /// What a client's word about it counts, where the app's server has said nothing.
  public enum ClientWord: Hashable, Sendable {
    /// It fills a gap at once. What another client has said changes when two agree.
    case fillsGap
    /// It counts when two agree, also the first time: money hangs on it.
    case needsTwo
    /// Nothing: it is the server's to say.
    case none
  }

  /// What a client's word about it counts.
  public var clientWord: ClientWord {
    switch self {
    case .price, .oldPrice, .specialPrice, .inStock, .stock: .needsTwo
    case .hidden, .publishedAt, .group, .combine, .badges: .none
    default: .fillsGap
    }
  }

  /// By what it may differ from variant to variant.
  public enum Variation: Hashable, Sendable {
    /// It is the same in all of them.
    case none
    /// By the language of whoever sees it.
    case language
    /// By the currency in which they pay.
    case currency
  }

  /// By what it may differ.
  public var variation: Variation {
    switch self {
    case .title, .description, .url, .mobileURL, .categories, .labels, .colors, .sizes, .badges:
      .language
    case .price, .oldPrice, .specialPrice: .currency
    default: .none
    }
  }

  /// The fields that differ so.
  static func varying(by variation: Variation) -> [ProductField] {
    allCases.filter { $0.variation == variation }
  }
}

/// Bounds of what is said of products. Bytes are bytes of UTF-8.
public enum ProductLimits {
  /// A product's id.
  public static let idBytes = 255
  /// A title.
  public static let titleBytes = 1_000
  /// A description; Google's are at most 5,000 characters.
  public static let descriptionBytes = 10_000
  /// A brand, group, label, colour, size or badge.
  public static let wordBytes = 200
  /// Labels, colours, sizes, badges, or ids that are combined.
  public static let words = 100
  /// Images beside the main one.
  public static let images = 20
  /// Categories of a product.
  public static let categories = 20
  /// Steps of a category's path.
  public static let categorySteps = 10
  /// A category's path.
  public static let categoryBytes = 500
  /// Languages, and currencies, beside the product's own.
  public static let variants = 20
  /// Texts by name.
  public static let params = 50
  /// Each of these.
  public static let paramBytes = 1_000
  /// All that is said of a product, as it is stored.
  public static let productBytes = 65_536
  /// How many there are of one product.
  public static let stock: ClosedRange<Int64> = 0...1_000_000_000_000
  /// Products that one call tells of.
  public static let batch = 1_000
  /// Words of clients that wait for a second one, of one field.
  public static let claimsOfField = 16
  /// Words of one network that wait, with the products that it was the first to tell of.
  public static let claimsOfReporter: Int64 = 500
  /// Days for which a client's word waits.
  public static let claimDays: Int64 = 7
  /// Changes of a product's price that are kept, in each currency.
  public static let priceChanges: Int64 = 100
  /// Days for which they are kept.
  public static let priceDays: Int64 = 90
}
