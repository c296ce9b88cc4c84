import BeckonModel

/// What the operator of a shop has set for its search.
public struct SearchSettings: Hashable, Sendable {
  /// The languages that products are searched in (BCP 47, lower case), the usual one first.
  public var languages = ["en"]
  /// Whether products are found that cannot be bought.
  public var showsOutOfStock = false
  /// Milliseconds without a key before clients search.
  public var delayMilliseconds: Int64 = 300
  /// Letters before clients search.
  public var minCharacters: Int64 = 3
  /// Products that are shown while somebody types, and before.
  public var itemCount: Int64 = 10
  /// Products on a page of results.
  public var pageCount: Int64 = 24
  /// The beginning of the address of the shop's page of results.
  public var urlPrefix = "/search?q="
  /// What clients show beside products, by language.
  public var texts: [SearchTexts] = []
  /// Words and short phrases that mean the same, in groups.
  public var synonyms: [SynonymGroup] = []
  /// Queries that lead to a page.
  public var redirects: [SearchRedirect] = []
  /// Banners beside results.
  public var banners: [SearchBanner] = []

  /// What holds where nothing was set.
  public init() {}

  /// The texts in a language: of `en-gb` those in that language, in `en`, or the first.
  public func texts(in language: String?) -> SearchTexts? {
    let wanted = language.flatMap(ProductLanguage.normal).map { [$0, $0.upTo("-")] } ?? []
    return wanted.lazy.compactMap { tag in texts.first { $0.language == tag } }.first
      ?? texts.first
  }
}

/// What clients show beside products in one language.
public struct SearchTexts: Hashable, Sendable {
  /// The language in lower case (BCP 47).
  public let language: String
  /// Above what is shown before a search.
  public var popular: String?
  /// On the button that ends a search.
  public var cancel: String?
  /// Where nothing was found.
  public var notFound: String?

  /// None yet.
  public init(language: String) { self.language = language }
}

/// Words and short phrases that mean the same.
public struct SynonymGroup: Hashable, Sendable {
  /// The phrases.
  public let phrases: [String]

  /// Makes one.
  public init(_ phrases: [String]) { self.phrases = phrases }
}

/// A query that leads to a page.
public struct SearchRedirect: Hashable, Sendable {
  /// What is typed; capitals and accents do not count.
  public let query: String
  /// Where it leads.
  public let url: String

  /// Makes one.
  public init(query: String, url: String) { (self.query, self.url) = (query, url) }
}

/// A banner beside results.
public struct SearchBanner: Hashable, Sendable {
  /// What people call it.
  public var name: String
  /// The address of its picture.
  public var image: String
  /// Where it leads.
  public var url: String?
  /// Where it stands, in the shop's own word.
  public var position: String?
  /// How wide and high it is, in the shop's own unit.
  public var width, height: String?
  /// Whether it opens a page of its own.
  public var opensNewTab = false
  /// The queries beside which it stands; beside all, where there is none.
  public var queries: [String] = []

  /// A banner of which only this is set.
  public init(name: String, image: String) { (self.name, self.image) = (name, image) }
}

/// Bounds of a search's settings. Bytes are bytes of UTF-8.
public enum SearchLimits {
  /// Languages that a shop is searched in; each has an index of its own.
  public static let languages = 5
  /// Milliseconds that clients wait.
  public static let delayMilliseconds: ClosedRange<Int64> = 0...10_000
  /// Letters that clients wait for.
  public static let characters: ClosedRange<Int64> = 1...20
  /// Products of one answer.
  public static let items: ClosedRange<Int64> = 1...100
  /// Pages that can be asked for.
  public static let pages: ClosedRange<Int64> = 1...1_000
  /// Languages of texts.
  public static let texts = 50
  /// A text, a name, or a phrase.
  public static let textBytes = 200
  /// Groups of synonyms.
  public static let synonyms = 2_000
  /// Redirects.
  public static let redirects = 500
  /// Banners, and queries of one.
  public static let banners = 50
  /// All settings together, as compact JSON.
  public static let settingsBytes = 262_144
  /// Values of one facet that can be chosen at once.
  public static let chosenValues = 50
  /// Products of a visitor's last visits by whose brands and categories equal matches are ordered.
  public static let interests = 10
}
