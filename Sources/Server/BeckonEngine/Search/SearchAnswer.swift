import BeckonModel

/// What a search found.
public struct SearchAnswer: Sendable {
  /// A product that was found.
  public struct Hit: Sendable {
    /// Its id.
    public let id: String
    /// Why it is where it is; empty where nobody asked.
    public let reasons: [Reason]
  }

  /// How a product meets a word of the query.
  public struct Reason: Hashable, Sendable {
    /// The word of the query, as it was compared.
    public let queryWord: String
    /// The product's word.
    public let word: String
    /// How the one meets the other.
    public let kind: MatchKind
    /// The weightiest field in which it stands.
    public let field: SearchField
  }

  /// The page.
  public let hits: [Hit]
  /// Products that were found in all.
  public let total: Int
  /// Words of the query that no product meets together with the others: the first product is found
  /// without them.
  public let dropped: [String]
  /// Whether the query was longer than what is read.
  public let isCut: Bool
  /// What the products have of each facet; `nil` where nobody asked.
  public let facets: SearchFacets?
}
