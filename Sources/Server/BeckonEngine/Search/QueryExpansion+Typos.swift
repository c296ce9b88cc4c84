// Words of the catalogue that a typo turns into a word of the query.
extension QueryExpansion {
  /// Looks for words that are one or two typos away, as the length of the catalogue's word allows.
  /// A number, a size or a model code is only ever itself.
  mutating func addTypos(_ place: Int, in index: SearchIndex) {
    let word = query.words[place]
    guard !word.letters.hasDigit, seen < Self.seenMax else { return }
    let form = word.forms[0]
    let letters = EditDistance.letters(form)
    var found: [(word: UInt32, typos: Int)] = []
    seen += index.lengths.eachNear(word.letters) { other, most in
      let others = EditDistance.letters(index.words.texts[Int(other)])
      if let typos = distance.typos(letters, others, most: most), typos > 0 {
        found.append((other, typos))
      }
    }
    for (other, typos) in found {
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
    let letters = EditDistance.letters(word.forms[0])
    var found: [UInt32] = []
    seen += index.lengths.eachLonger(word.letters) { other in
      let others = EditDistance.letters(index.words.texts[Int(other)])
      if distance.typos(letters, beginning: others, most: 1) == 1 { found.append(other) }
    }
    for other in found { add(other, 1 << UInt32(place), .prefixTypo, in: index) }
  }
}
