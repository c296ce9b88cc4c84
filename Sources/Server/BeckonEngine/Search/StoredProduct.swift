/// A product as the index holds it. It is shared by copies of the index, and never changes.
final class StoredProduct: Sendable {
  let id: String
  /// Its words in their order; `WordEntries` says how they are read.
  let words: [UInt32]
  /// Words of its title.
  let titleWords: UInt16
  /// Its brand, categories and labels, as numbers of the index; `FacetValues` says which is which.
  let brand: UInt32?
  let categories: [UInt32]
  let labels: [UInt32]
  let price: Double?
  let isInStock: Bool
  let isHidden: Bool
  let popularity: Float
  let addedAt: Int64

  /// Makes one.
  init(
    _ product: SearchProduct, words: [UInt32], titleWords: Int, brand: UInt32?,
    categories: [UInt32], labels: [UInt32]
  ) {
    (id, self.words, self.titleWords) = (product.id, words, UInt16(clamping: titleWords))
    (self.brand, self.categories, self.labels) = (brand, categories, labels)
    price = product.price.flatMap { $0.isFinite ? $0 : nil }
    (isInStock, isHidden, addedAt) = (product.isInStock, product.isHidden, product.addedAt)
    popularity = product.popularity.isNaN ? 0 : min(1, max(0, product.popularity))
  }

  /// The same product, with another standing beside others.
  init(_ product: StoredProduct, popularity: Float) {
    (id, words, titleWords) = (product.id, product.words, product.titleWords)
    (brand, categories, labels) = (product.brand, product.categories, product.labels)
    (price, isInStock, addedAt) = (product.price, product.isInStock, product.addedAt)
    (self.popularity, isHidden) = (popularity, product.isHidden)
  }

  /// Bytes that it takes.
  var bytes: Int {
    Self.ownBytes + 4 * (words.count + categories.count + labels.count)
      + (id.utf8.count > 15 ? 32 + id.utf8.count : 0) + 32 * 3 + Self.slotBytes
  }

  /// Bytes of its own: what an object has at its head, and the fields above.
  private static let ownBytes = 128
  /// Bytes of its place in the index and of its id in the dictionary.
  private static let slotBytes = 64
}

/// How a product's words stand in one array: numbers of words, with marks between them.
enum WordEntries {
  /// Numbers of words are below this.
  static let wordEnd: UInt32 = 1 << 28
  /// A field begins: this and the field's number.
  static let fieldMark: UInt32 = 0xF000_0000
  /// Another text of the same field begins.
  static let textMark: UInt32 = 0xF100_0000
  /// Another form of the word before, at the same place: this and the word's number.
  static let sameMark: UInt32 = 0x4000_0000

  /// Between two texts lies so much that their words are never neighbours.
  static let gap = 16
}
