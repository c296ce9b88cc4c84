import BeckonModel

/// The products of a shop by their words: what a search looks into.
///
/// It changes by single products, and one that has changed is found at once. What is found depends
/// on the products that it holds, and not on the order in which they came, so that servers agree.
/// It holds no more than it has room for: what does not fit is refused, and counted by the caller.
public struct SearchIndex: Sendable {
  /// Words of a product that are searched at most; further ones are left out.
  public static let productWordsMax = 1_024

  /// What came of a product.
  public enum Outcome: Sendable {
    /// It is in; if it was there before, what was said of it before is gone.
    case stored
    /// There is no room for it, and it is not in.
    case noRoom
  }

  /// Its language.
  public let language: SearchLanguage
  /// Bytes that it may take.
  public let bytesMax: Int

  var words = WordTable()
  var order = WordOrder()
  var lengths = WordLengths()
  /// What typos in a word are judged by, by its number.
  var letters: [WordLetters] = []
  var stems = WordTable()
  /// The stem of each word, and the words of each stem.
  var stemOfWord: [UInt32] = []
  var wordsOfStem: [[UInt32]] = []
  /// The products that have a word, by its number: places in `products`, ascending.
  var postings: [[UInt32]] = []
  var products: [StoredProduct?] = []
  /// Whether the product at a place may be shown: 0 never, 1 though it is out of stock, 3 always.
  var shown: [UInt8] = []
  var freePlaces: [UInt32] = []
  var places: [TextKey: UInt32] = [:]
  var facetValues = FacetValues()
  var (productBytes, postingCount) = (0, 0)

  /// An empty index that takes at most about so many bytes.
  public init(language: SearchLanguage = .none, bytesMax: Int = 1 << 30) {
    (self.language, self.bytesMax) = (language, bytesMax)
  }

  /// Products that it holds.
  public var count: Int { places.count }
  /// Different words that it holds.
  public var wordCount: Int { words.count }

  /// Bytes that it takes for what it holds. The arrays they stand in may have room for more, as any
  /// Swift array that has grown.
  public var bytes: Int {
    productBytes + 4 * postingCount + words.bytes + stems.bytes + facetValues.bytes
      + words.count * Self.wordBytes
  }

  /// Bytes of a word beside its text: its order, letters, stem and the array of its products.
  private static let wordBytes = 4 + WordLengths.entryBytes + 24 + 8 + 40

  /// Whether it holds a product.
  public func has(_ id: String) -> Bool { places[id] != nil }
}
