// Words of the catalogue that a typo turns into a word of the query.
extension QueryExpansion {
  /// Looks for words that are one or two typos away, as the length of the catalogue's word allows.
  /// A number, a size or a model code is only ever itself.
  mutating func addTypos(_ place: Int, in index: SearchIndex) {
    let word = query.words[place]
    guard !word.letters.hasDigit, seen < Self.seenMax else { return }
    var near: [(word: UInt32, most: Int)] = []
    seen += index.lengths.eachNear(word.letters) { near.append(($0, $1)) }
    guard mayCompare(near.count, with: word) else { return }
    distance.begin(word.forms[0])
    for (other, most) in near {
      let typos = index.words.with(other) { distance.typos($0, most: most) }
      guard let typos, typos > 0 else { continue }
      add(other, 1 << UInt32(place), typos == 1 ? .typo : .twoTypos, in: index)
    }
  }

  /// Letters of a beginning in which a typo is tolerated, at least.
  private static let beginningMin = 5

  /// Looks for words that begin so but for one typo: of a word that is not written to its end.
  mutating func addPrefixTypos(_ place: Int, in index: SearchIndex) {
    let word = query.words[place]
    guard !word.letters.hasDigit, seen < Self.seenMax, word.letters.count >= Self.beginningMin
    else { return }
    var near: [UInt32] = []
    seen += index.lengths.eachLonger(word.letters) { near.append($0) }
    guard mayCompare(near.count, with: word) else { return }
    distance.begin(word.forms[0])
    for other in near
    where index.words.with(other, { distance.typos(beginning: $0, most: 1) }) == 1 {
      add(other, 1 << UInt32(place), .prefixTypo, in: index)
    }
  }

  /// Whether there is time to compare a word with so many.
  private mutating func mayCompare(_ words: Int, with word: QueryWords.Word) -> Bool {
    let letters = words * word.letters.count
    guard compared + letters <= Self.comparedMax else { return false }
    compared += letters
    return true
  }
}
