import BeckonModel

/// What a shop has set for single queries, in the form in which a language compares words.
public struct SearchDictionary: Sendable {
  /// Words that mean the same.
  public let synonyms: SearchSynonyms
  private let language: SearchLanguage
  private let redirects: [[[UInt8]]: String]
  private let banners: [(banner: SearchBanner, queries: Set<[[UInt8]]>)]

  /// Prepares the settings of a shop for one of its languages.
  public init(_ settings: SearchSettings, _ language: SearchLanguage) {
    self.language = language
    // Groups were checked before they were stored, but in another language a phrase may have no
    // word left.
    let groups = settings.synonyms.map(\.phrases).filter {
      (try? SearchSynonyms([$0], language)) != nil
    }
    synonyms = (try? SearchSynonyms(groups, language)) ?? SearchSynonyms()
    redirects = Dictionary(
      settings.redirects.map { (Self.words(of: $0.query, language), $0.url) }.filter {
        !$0.0.isEmpty
      }
    ) { first, _ in first }
    banners = settings.banners.map { banner in
      (banner, Set(banner.queries.map { Self.words(of: $0, language) }))
    }
  }

  /// Where a query leads; `nil` where to products.
  public func redirect(for query: String) -> String? {
    redirects.isEmpty ? nil : redirects[Self.words(of: query, language)]
  }

  /// The banners beside the results of a query.
  public func banners(for query: String) -> [SearchBanner] {
    let words = banners.isEmpty ? [] : Self.words(of: query, language)
    return banners.filter { banner, queries in
      banner.queries.isEmpty || (!words.isEmpty && queries.contains(words))
    }.map(\.banner)
  }

  private static func words(of text: String, _ language: SearchLanguage) -> [[UInt8]] {
    QueryWords(text, language).words.map { $0.forms[0] }
  }
}
