import BeckonModel

/// What a recommender must know of a product beside who looked at it.
public struct ItemTraits: Hashable, Sendable {
  /// Whether a shop may show it.
  public let isShown: Bool
  /// Whether it can be bought.
  public let isInStock: Bool
  /// Whether the app's server or a feed has told of it; else only clients have.
  public let isOfServer: Bool
  /// When it was first told of.
  public let createdAt: Instant
  /// The categories that it lies in, as digests.
  public let categories: [UInt32]
  /// By what others are of the same kind, as digests: categories, brand and words.
  public let features: [UInt32]

  /// Words of a title that count.
  public static let wordsMax = 20

  /// Reads them from the catalogue.
  /// - Parameter digest: makes a number of a text, the same on every server.
  public init(_ product: Product, digest: (String) -> UInt32) {
    isShown = product.isShown
    isInStock = product.isInStock
    isOfServer = product.isOfServer
    createdAt = product.createdAt
    guard product.isShown else {
      (categories, features) = ([], [])
      return
    }
    categories = product.lineages.sortedTexts.map { digest(Self.category($0)) }
    let words = Self.words(of: product.text(.title) ?? "").map { digest("word " + $0) }
    features =
      categories + [product.text(.brand)].compactMap { $0 }.map { digest("brand " + $0) } + words
  }

  /// The text whose digest names a category.
  public static func category(_ path: String) -> String { "category " + path }

  /// The words of a title in small letters, as far as these are English: others stay as they are,
  /// which finds what is written alike.
  private static func words(of title: String) -> [String] {
    let words = title.utf8.split { $0 < 128 && !$0.isLetter && !$0.isDigit }
    return words.prefix(wordsMax).filter { $0.count > 1 }.map { word in
      String(decoding: word.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
  }
}
