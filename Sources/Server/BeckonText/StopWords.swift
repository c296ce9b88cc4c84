import BeckonModel

/// Articles, prepositions and conjunctions, which say little of what somebody looks for: `shoes for
/// men` are men's shoes. Words of one letter are none, since they name vitamins and sizes, and
/// neither are those that take something away, such as `without`.
enum StopWords {
  /// By language, in the form in which words are compared.
  private static let lists: [(language: String, words: String)] = [
    ("en", "and at by for from in is of on or the to with"),
    (
      "de",
      """
      am an auf aus bei das dem den der des die ein eine einem einen einer eines fuer fur im in \
      mit oder und vom von zum zur
      """
    ),
    ("nl", "aan bij de een en het in met of op te van voor"),
    ("fr", "au aux avec chez dans de des du en et la le les ou par pour sur un une"),
    ("es", "al con de del el en la las los para por un una"),
    ("it", "al alla con da dal dei del della di gli il in la le lo per su un una"),
    ("pt", "ao aos as com da das de do dos em na nas nos os ou para por um uma"),
    ("tr", "bir icin ile ve veya"),
    ("sv", "av en ett for foer med och pa paa som till"),
    ("no", "av en et for foer med og pa paa som til"),
    ("da", "af en et for foer med og pa paa som til"),
  ]

  /// Those of a language; none where they are not known.
  static func of(_ language: String) -> Set<[UInt8]> {
    let list = lists.first { $0.language == language }?.words ?? ""
    return Set(list.utf8.split(separator: UInt8(ascii: " ")).map { Array($0) })
  }
}
