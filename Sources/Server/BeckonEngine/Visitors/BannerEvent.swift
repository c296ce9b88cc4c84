import BeckonModel

/// Something that happened to a banner, or to a group of them.
public struct BannerEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, CaseIterable, Sendable {
    /// A group was put on a page.
    case group
    /// Banners were seen.
    case view
    /// A banner was chosen.
    case click
    /// A banner was shown.
    case impression
    /// What a banner shows has changed.
    case update
  }

  /// What happened.
  public let kind: Kind
  /// The group's name.
  public let group: String
  /// The banners: one, but for a group.
  public let banners: [Banner]

  /// Makes one.
  /// - Throws: `FieldError` for a long name and more than `ShopLimits.banners`.
  public init(_ kind: Kind, group: String, banners: [Banner]) throws(FieldError) {
    try ShopText.check(group, "group", max: ShopLimits.wordBytes)
    guard banners.count <= ShopLimits.banners else {
      throw FieldError("banners", "must be \(ShopLimits.banners) at most")
    }
    self.kind = kind
    self.group = group
    self.banners = banners
  }
}

/// A banner as a page shows it.
public struct Banner: Hashable, Sendable {
  /// Its title, by which reports name it.
  public let title: String?
  /// Its place in the group.
  public let order: Int64?
  /// The address of its image.
  public let image: String?
  /// Where it leads.
  public let urls: [String]
  /// The product that it shows.
  public let product: String?
  /// The category that it shows.
  public let category: String?
  /// The brand that it shows.
  public let brand: String?
  /// The label that it shows.
  public let label: String?

  /// Makes one.
  /// - Throws: `FieldError` when a text is too long, or there are more than ten addresses.
  public init(
    title: String? = nil, order: Int64? = nil, image: String? = nil, urls: [String] = [],
    product: String? = nil, category: String? = nil, brand: String? = nil, label: String? = nil
  ) throws(FieldError) {
    try ShopText.check(optional: title, "title", max: ShopLimits.wordBytes)
    try ShopText.check(optional: image, "image", max: Limits.urlBytes)
    guard urls.count <= 10 else { throw FieldError("urls", "must be 10 at most") }
    for url in urls { try ShopText.check(url, "urls", max: Limits.urlBytes) }
    try ShopText.check(optional: product, "product", max: ShopLimits.productBytes)
    try ShopText.check(optional: category, "category", max: ShopLimits.categoryBytes)
    try ShopText.check(optional: brand, "brand", max: ShopLimits.wordBytes)
    try ShopText.check(optional: label, "label", max: ShopLimits.wordBytes)
    self.title = title
    self.order = order
    self.image = image
    self.urls = urls
    self.product = product
    self.category = category
    self.brand = brand
    self.label = label
  }
}
