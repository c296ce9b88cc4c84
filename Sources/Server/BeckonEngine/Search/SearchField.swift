/// A field of a product by which it is found, the weightiest first.
public enum SearchField: Int, CaseIterable, Comparable, Sendable {
  /// What it is called.
  case title
  /// Whose make it is.
  case brand
  /// The names of its categories.
  case category
  /// Anything else that is said of it: colours, gender, keywords.
  case label

  /// How much a word in this field counts; 1 in the title.
  public var weight: Float {
    switch self {
    case .title: 1
    case .brand: 0.8
    case .category: 0.6
    case .label: 0.4
    }
  }

  /// The weightier field stands first.
  public static func < (left: SearchField, right: SearchField) -> Bool {
    left.rawValue < right.rawValue
  }
}
