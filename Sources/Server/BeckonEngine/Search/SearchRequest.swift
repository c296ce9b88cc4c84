import BeckonModel

/// What is asked of a search.
public struct SearchRequest: Sendable {
  /// Products of a page at most.
  public static let limitMax = 1_000
  /// The last place that pages reach.
  public static let placesMax = 10_000

  /// Bytes of a query that are read; a longer one is cut, not refused.
  public static let queryBytesMax = 1_024
  /// Words of a query that are read.
  public static let queryWordsMax = 32

  /// What was typed; where there is no word in it, all products are found.
  public var query: String
  /// Whether the last word may be the beginning of one.
  public var isTyping = true
  /// Products that come before the page.
  public var offset = 0
  /// Products of the page.
  public var limit = 10
  /// What the products must be.
  public var filter = SearchFilter()
  /// Their order.
  public var sort = SearchSort.relevance
  /// Words that mean the same.
  public var synonyms = SearchSynonyms()
  /// Whether facets are counted.
  public var countsFacets = false
  /// Whether each product says why it is where it is.
  public var explains = false
  /// How much the visitor cares for a brand or category, from 0 to 1; of more than one the highest
  /// counts. Decides between equal matches, as popularity does.
  public var interests: [SearchFacet.Value: Float] = [:]

  /// Asks for a query.
  public init(_ query: String) {
    self.query = query
  }
}

/// The order of what is found.
public enum SearchSort: String, CaseIterable, Sendable {
  /// The best match first.
  case relevance
  /// The cheapest first; those without a price last.
  case priceAscending = "price_ascending"
  /// The dearest first; those without a price last.
  case priceDescending = "price_descending"
  /// The latest added first.
  case newest
  /// The most popular first.
  case popularity
}
