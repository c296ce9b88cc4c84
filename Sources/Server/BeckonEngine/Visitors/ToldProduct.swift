import BeckonModel

/// What a client tells of a product that it shows. The catalogue decides what of it counts.
public struct ToldProduct: Hashable, Sendable {
  /// The shop's own id.
  public let id: String
  /// An object with what was told, in the names of `names`; values as they came.
  public let details: JSON
  /// Whether nothing of it may change what is known of the product.
  public let isOnlyView: Bool

  /// What details can be told: texts, but for `price` and `old_price` (decimal numbers or text),
  /// `in_stock` (true or false), `images` (an object by size), `params` (an object) and lists of
  /// texts (`categories`, each a path such as `Men > Shoes`, `colors`, `sizes`, `labels`).
  public static let names = [
    "title", "url", "mobile_url", "image", "images", "categories", "brand", "price", "old_price",
    "currency", "language", "in_stock", "gender", "colors", "sizes", "labels", "params",
  ]

  /// Whether it names nothing but the language and currency of what it might say.
  public var saysNothing: Bool {
    (details.members ?? []).allSatisfy { member in
      switch member.name {
      case "language": member.value.string.flatMap(ProductLanguage.normal) != nil
      case "currency": member.value.string.flatMap(Currency.init) != nil
      default: false
      }
    }
  }

  /// Makes one.
  /// - Throws: `FieldError` when the id or the details are too long, or there are others than
  ///   `names`.
  public init(
    id: String, details: JSON = .object([]), isOnlyView: Bool = false
  ) throws(FieldError) {
    try ShopText.check(id, "product", max: ShopLimits.productBytes)
    let fields = try Fields(details, isStrict: true)
    // Which ones there are besides is only looked for where there are others.
    if !Self.holds(onlyNamed: details) { try fields.allow(only: Self.names) }
    guard details.bytes.count <= ShopLimits.productDetailsBytes else {
      throw FieldError("product", "says more than \(ShopLimits.productDetailsBytes) bytes")
    }
    for name in ["price", "old_price"] { _ = try fields.toldAmount(name) }
    self.id = id
    self.details = details
    self.isOnlyView = isOnlyView
  }

  private static let known = Set(texts: names)

  private static func holds(onlyNamed details: JSON) -> Bool {
    details.members?.allSatisfy { known.contains($0.name) } ?? false
  }
}

/// Checks texts of shops against their limits.
enum ShopText {
  /// - Throws: `FieldError` for an empty text and one that is too long.
  static func check(_ text: String, _ name: String, max: Int) throws(FieldError) {
    guard !text.isEmpty else { throw FieldError(name, "must not be empty") }
    guard text.utf8.count <= max else {
      throw FieldError(name, "is longer than \(max) bytes")
    }
  }

  /// The same of a text that may be left out.
  static func check(optional text: String?, _ name: String, max: Int) throws(FieldError) {
    if let text { try check(text, name, max: max) }
  }
}
