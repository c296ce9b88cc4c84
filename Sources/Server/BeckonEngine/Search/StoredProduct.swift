/// A product as the index holds it. It is shared by copies of the index, and never changes.
final class StoredProduct: Sendable {
  let id: String
  /// Its brand, categories and labels, as numbers of the index; `FacetValues` says which is which.
  let brand: UInt32?
  let categories: [UInt32]
  let labels: [UInt32]
  let price: Double?
  let isInStock: Bool
  let isHidden: Bool
  let addedAt: Int64

  /// Makes one.
  init(
    _ product: SearchProduct, brand: UInt32?, categories: [UInt32], labels: [UInt32]
  ) {
    id = product.id
    (self.brand, self.categories, self.labels) = (brand, categories, labels)
    price = product.price.flatMap { $0.isFinite ? $0 : nil }
    (isInStock, isHidden, addedAt) = (product.isInStock, product.isHidden, product.addedAt)
  }

  /// Bytes that it takes.
  var bytes: Int {
    Self.ownBytes + 4 * (categories.count + labels.count)
      + (id.utf8.count > 15 ? 32 + id.utf8.count : 0) + 32 * 2 + Self.slotBytes
  }

  /// Bytes of its own: what an object has at its head, and the fields above.
  private static let ownBytes = 112
  /// Bytes of its place in the index and of its id in the dictionary.
  private static let slotBytes = 64 + NumberLists.listBytes + MemoryLayout<Standing>.stride + 1

  /// What the order of a product rests on beside its words.
  struct Standing: Sendable {
    /// How popular it is beside others, from 0 to 1.
    var popularity: Float
    /// Words of its title.
    var titleWords: UInt16
  }
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
