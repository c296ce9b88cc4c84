import BeckonEngine
import BeckonModel

extension SearchLanguage {
  /// Languages that write words together.
  private static let compounding = ["de", "nl", "da", "sv", "no", "fi", "hu", "is"]

  /// What a search must know of a language. Of one that nobody knows, its letters: words are
  /// folded, and have no other forms.
  /// - Parameter code: as BCP 47 has it, such as `de` or `pt-BR`; empty for none.
  public init(code: String) {
    var language = code.lowercased().upTo("-").upTo("_")
    if language == "nb" || language == "nn" { language = "no" }
    let stemmer = language.isEmpty ? nil : Stemmer(language: language)
    self.init(
      buildsCompounds: Self.compounding.contains { $0 == language }, fold: Folding.fold,
      stem: { word in stemmer?.stem(word) ?? word })
  }
}
