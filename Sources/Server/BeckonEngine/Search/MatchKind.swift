/// How a word of a query is met by a word of a product.
public enum MatchKind: String, CaseIterable, Sendable {
  /// The same word.
  case exact
  /// Another form of it, such as the plural.
  case form
  /// Two words written as one, or one as two.
  case joined
  /// What the shop says is the same.
  case synonym
  /// The word is a part of a longer one that the language has put together.
  case part
  /// It begins so.
  case prefix
  /// One typo lies between them.
  case typo
  /// It begins so but for one typo.
  case prefixTypo = "prefix_typo"
  /// Two typos lie between them.
  case twoTypos = "two_typos"

  /// What it costs a product in the order: typos more than any number of beginnings, and these more
  /// than any number of forms. Sums of 32 stay apart.
  var cost: UInt32 {
    switch self {
    case .exact: 0
    case .form, .joined, .synonym: 1
    case .part: 2
    case .prefix: 1 << 8
    case .typo: 1 << 16
    case .prefixTypo: 1 << 16 | 1 << 8
    case .twoTypos: 2 << 16
    }
  }
}
