import BeckonEngine
import BeckonModel

extension SearchLanguage {
  /// Languages that write words together.
  private static let compounding = ["de", "nl", "da", "sv", "no", "fi", "hu", "is"]

  /// The names of languages of which word stems are known, such as `german`. Their codes are known
  /// too.
  public static var names: [String] { Stemmer.languages }

  /// Whether word stems are known of a language.
  /// - Parameter code: as BCP 47 has it.
  public static func hasStems(code: String) -> Bool {
    stemmer(code: code) != nil
  }

  private static func stemmer(code: String) -> Stemmer? {
    let language = primary(code)
    return language.isEmpty ? nil : Stemmer(language: language)
  }

  /// The language without region and script.
  private static func primary(_ code: String) -> String {
    let language = code.lowercased().upTo("-").upTo("_")
    return language == "nb" || language == "nn" ? "no" : language
  }

  /// What a search must know of a language. Of one that nobody knows, its letters: words are
  /// folded, and have no other forms.
  /// - Parameter code: as BCP 47 has it, such as `de` or `pt-BR`; empty for none.
  public init(code: String) {
    let (language, stemmer) = (Self.primary(code), Self.stemmer(code: code))
    let (stopWords, singulars) = (StopWords.of(language), IrregularPlurals.of(language))
    self.init(
      buildsCompounds: Self.compounding.contains { $0 == language },
      isStopWord: { stopWords.contains($0) }, fold: Folding.fold,
      stem: { word in stemmer?.stem(singulars[word] ?? word) ?? word })
  }
}
