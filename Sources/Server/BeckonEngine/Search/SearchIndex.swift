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
  var wordsOfStem = NumberLists()
  /// The products that have a word, by its number: places in `products`, ascending.
  var postings = NumberLists()
  var products: [StoredProduct?] = []
  /// The words of the product at a place, in their order; `WordEntries` says how they are read.
  var entries = NumberLists()
  var standings: [StoredProduct.Standing] = []
  /// Whether the product at a place may be shown: 0 never, 1 though it is out of stock, 3 always.
  var shown: [UInt8] = []
  var freePlaces: [UInt32] = []
  var places: [TextKey: UInt32] = [:]
  var facetValues = FacetValues()
  var productBytes = 0

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
    productBytes + 4 * (entries.total + postings.total) + words.bytes + stems.bytes
      + facetValues.bytes
      + words.count * Self.wordBytes
  }

  /// Bytes of a word beside its text: its order, letters, stem and the array of its products.
  private static let wordBytes =
    WordOrder.entryBytes + WordLengths.entryBytes + MemoryLayout<WordLetters>.stride + 4
    + 2 * NumberLists.listBytes + 4

  /// Whether it holds a product.
  public func has(_ id: String) -> Bool { places[id] != nil }
}
