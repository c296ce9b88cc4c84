import BeckonModel

/// Plurals that no rule makes, which the stemmer therefore tells apart from their singulars.
enum IrregularPlurals {
  /// Of English: singular and plural, pair by pair, in the form in which words are compared.
  private static let english = """
    man men man mens woman women woman womens child children child childrens gentleman gentlemen \
    foot feet tooth teeth goose geese mouse mice knife knives shelf shelves scarf scarves \
    leaf leaves loaf loaves half halves wolf wolves calf calves wife wives hoof hooves elf elves
    """

  /// The singulars of a language by their plurals; none where they are not known.
  static func of(_ language: String) -> [[UInt8]: [UInt8]] {
    guard language == "en" else { return [:] }
    let words = english.utf8.split(separator: UInt8(ascii: " ")).map { Array($0) }
    return Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: words.count - 1, by: 2).map {
        (words[$0 + 1], words[$0])
      })
  }
}
