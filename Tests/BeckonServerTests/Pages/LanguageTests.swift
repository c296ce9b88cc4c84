import Testing

@testable import BeckonServer

/// Which language a visitor is spoken to in, and that each has every text.
@Suite struct LanguageTests {
  @Test(
    "The most wanted of the languages that there are; English else",
    arguments: [
      (nil, .english), ("", .english), ("*", .english), ("nl-NL,nl;q=0.9", .english),
      ("tr", .turkish), ("TR-tr", .turkish), ("tr-TR,tr;q=0.9,en;q=0.8", .turkish),
      ("en-US,en;q=0.9,tr;q=0.8", .english), ("nl, tr;q=0.5", .turkish),
      ("en;q=0.1, tr;q=0.9", .turkish), ("en ; q=0.3 , tr ; q=0.2", .english),
      ("tr;q=0, nl", .english), ("tr;q=nan", .english), ("tr;q=2", .english), ("trk", .english),
      (String(repeating: "nl,", count: 50_000) + "tr", .english),
      ("de-AT,de;q=0.9", .german), ("fr-CA", .french), ("en;q=0.5,es-MX", .spanish),
    ] as [(String?, Language)])
  func choosing(header: String?, language: Language) {
    #expect(Language(acceptLanguage: header) == language)
  }

  @Test("Each text stands in each language, in its own words", arguments: Wording.allCases)
  func wording(_ wording: Wording) {
    let texts = Language.allCases.map(wording.text)
    #expect(texts.allSatisfy { !$0.isEmpty })
    #expect(Set(texts).count == texts.count)
  }
}
