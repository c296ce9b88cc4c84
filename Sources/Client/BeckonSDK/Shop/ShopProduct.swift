import BeckonModel

/// A product as the catalogue of a shop has it.
public struct ShopProduct: Sendable, Hashable {
  /// The shop's own id.
  public let id: String
  /// Its title; this and what follows is `nil` where the catalogue does not say it.
  public let title: String?
  /// Its page.
  public let url: String?
  /// Its image.
  public let image: String?
  /// Its brand.
  public let brand: String?
  /// Paths of its categories.
  public let categories: [String]
  /// Its price as decimal text, in `currency`.
  public let price: String?
  /// What it cost before.
  public let oldPrice: String?
  /// ISO 4217.
  public let currency: String?
  /// Whether it can be bought.
  public let isInStock: Bool?

  init(_ fields: Fields) throws(FieldError) {
    func text(_ name: String) throws(FieldError) -> String? {
      try fields.string(name, max: Limits.propertiesBytes)
    }
    id = try fields.require("product", text("product"))
    (title, url, image, brand) = (
      try text("title"), try text("url"), try text("image"), try text("brand")
    )
    categories = (fields.value("categories")?.elements ?? []).compactMap(\.string)
    (price, oldPrice, currency) = (
      try text("price"), try text("old_price"), try text("currency")
    )
    isInStock = try fields.bool("in_stock")
  }
}
