import BeckonModel

/// The products of one shop as they are searched: an index for each of its languages. It is fed by
/// single products, in any order, and can be rebuilt from the catalogue.
public struct ShopFinder: Sendable {
  /// The languages that it is searched in, the usual one first.
  public let languages: [String]
  /// An index for each language.
  public private(set) var indexes: [SearchIndex]
  /// Whether it had room for every product.
  public private(set) var isWhole = true

  private var popularities: [TextKey: Float] = [:]
  /// Of whom the app's server has said nothing; empty once it has told of any product.
  private var ofClients: Set<TextKey> = []
  /// Whether the server has told of any product. Then nothing else is held: anybody can look at a
  /// product that is none, and say what it is. Its words would change how others are found, and
  /// take their room.
  private var hasServer = false

  /// Bytes of a product's popularity or of its being told of by clients only.
  private static let entryBytes = 48

  /// An empty shop that takes at most about so many bytes.
  /// - Parameter language: what is to be known of a language (BCP 47).
  public init(
    languages: [String], bytesMax: Int, _ language: (_ code: String) -> SearchLanguage
  ) {
    self.languages = languages.isEmpty ? [""] : languages
    let share = bytesMax / self.languages.count
    indexes = self.languages.map { SearchIndex(language: language($0), bytesMax: share) }
  }

  /// Products that it holds.
  public var count: Int { indexes[0].count }

  /// Bytes that it takes.
  public var bytes: Int {
    indexes.reduce((popularities.count + ofClients.count) * Self.entryBytes) { $0 + $1.bytes }
  }

  /// The place of the index for a language: of `en-gb` the one in that language, in `en`, or the
  /// first.
  public func place(of language: String?) -> Int {
    guard let language else { return 0 }
    return languages.firstIndex(of: language) ?? languages.firstIndex(of: language.upTo("-")) ?? 0
  }

  /// Hears what a product is now. What is hidden or deleted is not held.
  public mutating func set(_ product: Product, _ currency: Currency?) {
    let (isOfServer, key) = (product.isOfServer, TextKey(product.id))
    if isOfServer, !hasServer { removeOfClients() }
    ofClients.remove(key)
    guard product.isShown, isOfServer || !hasServer else {
      for place in indexes.indices { indexes[place].remove(product.id) }
      return
    }
    for (place, language) in languages.enumerated() {
      let one = SearchProduct(
        product, language: language, currency, popularity: popularities[key] ?? 0)
      if indexes[place].set(one) == .noRoom { isWhole = false }
    }
    if !isOfServer, indexes[0].has(product.id) { ofClients.insert(key) }
  }

  private mutating func removeOfClients() {
    hasServer = true
    for key in ofClients {
      for place in indexes.indices { indexes[place].remove(key.text) }
    }
    (ofClients, isWhole) = ([], true)
  }

  /// Hears how popular products are, from 0 to 1, by their ids; all others are not.
  public mutating func rate(_ popularities: [TextKey: Float]) {
    let forgotten = self.popularities.keys.filter { popularities[$0] == nil }
    self.popularities = popularities
    for (id, popularity) in popularities { rate(id, popularity) }
    for id in forgotten { rate(id, 0) }
  }

  private mutating func rate(_ id: TextKey, _ popularity: Float) {
    for place in indexes.indices { indexes[place].rate(id.text, popularity: popularity) }
  }
}
