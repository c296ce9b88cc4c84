import BeckonModel

/// A language in which people are spoken to.
enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case turkish = "tr"
  case german = "de"
  case french = "fr"
  case spanish = "es"

  /// The language that a browser wants most (RFC 9110, section 12.5.4) of those that there are;
  /// English if it names none of them. Of a long header only the front is read.
  init(acceptLanguage: String?) {
    let header = acceptLanguage?.prefix(bytes: Limits.signalBytes) ?? ""
    var most = (language: Language.english, weight: 0.0)
    for range in header.split(on: ",") {
      guard let (language, weight) = Self.wish(range), weight > most.weight else { continue }
      most = (language, weight)
    }
    self = most.language
  }

  /// Reads `tr-TR;q=0.8`; `nil` for a language that there is not, and what cannot be read.
  private static func wish(_ range: String) -> (Language, weight: Double)? {
    let parts = range.split(on: " ").joined().lowercased().split(on: ";")
    guard let tag = parts.first, let language = Language(word: tag.upTo("-")) else { return nil }
    guard let given = parts.dropFirst().first(where: { $0.hasPrefix("q=") }) else {
      return (language, 1)
    }
    guard let weight = Double(String(Substring(given.utf8.dropFirst(2)))) else { return nil }
    return weight <= 1 ? (language, weight) : nil
  }
}
