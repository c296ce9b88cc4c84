/// A product as a search takes it in.
public struct SearchProduct: Sendable {
  /// Texts of one field that are searched at most; further ones are left out.
  public static let textsMax = 64
  /// Bytes of a text that are searched; what is behind is left out.
  public static let textBytesMax = 4_096

  /// Its id.
  public let id: String
  /// What it is called.
  public var title: String
  /// Whose make it is; empty where nobody has said.
  public var brand: String
  /// Its categories, as they are shown and chosen, such as `Shoes > Boots`.
  public var categories: [String]
  /// Its labels: colours, gender, keywords.
  public var labels: [String]
  /// What it costs, in the shop's own unit; `nil` where nobody has said.
  public var price: Double?
  /// Whether it can be bought.
  public var isInStock: Bool
  /// Whether it is never shown.
  public var isHidden: Bool
  /// How popular it is beside others, from 0 to 1: what decides between equal matches.
  public var popularity: Float
  /// When it was added, in milliseconds since 1970: for the order "newest first".
  public var addedAt: Int64

  /// Makes one.
  public init(
    id: String, title: String, brand: String = "", categories: [String] = [],
    labels: [String] = [], price: Double? = nil, isInStock: Bool = true, isHidden: Bool = false,
    popularity: Float = 0, addedAt: Int64 = 0
  ) {
    (self.id, self.title, self.brand) = (id, title, brand)
    (self.categories, self.labels, self.price) = (categories, labels, price)
    (self.isInStock, self.isHidden) = (isInStock, isHidden)
    (self.popularity, self.addedAt) = (popularity, addedAt)
  }

  /// The texts of a field.
  func texts(_ field: SearchField) -> [String] {
    switch field {
    case .title: [title]
    case .brand: brand.isEmpty ? [] : [brand]
    case .category: categories
    case .label: labels
    }
  }
}
