// Words of the query that stand with other spaces than in the catalogue.
extension QueryExpansion {
  /// Words of the query that are put together, and unknown ones that are taken apart, at most.
  private static let (joinedMax, unknownMax) = (4, 8)

  /// Whether a space may stand in a word at this place, here or there: not within a letter, and
  /// within a number only before thousands, since `25 50` is not `2550`.
  static func mayCut(_ word: [UInt8], at place: Int) -> Bool {
    guard place > 0, place < word.count else { return true }
    guard isDigit(word[place - 1]), isDigit(word[place]) else { return word[place] & 0xC0 != 0x80 }
    let before = word[..<place].reversed().prefix(while: isDigit).count
    return word[place...].prefix(while: isDigit).count == 3 && before <= 3
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

  /// Three words of the query or more that the catalogue writes as one: `10 x 20` for `10x20`.
  mutating func addJoinedRuns(_ isTyping: Bool, in index: SearchIndex) {
    guard query.words.count > 2 else { return }
    for first in query.words.indices {
      for end in first + 3..<first + Self.joinedMax + 1 where end <= query.words.count {
        guard let letters = joined(first..<end) else { break }
        let bits = ((UInt32(1) << UInt32(end - first)) - 1) << UInt32(first)
        addForms(of: letters, bits, .joined, .joined, in: index)
        if isTyping, end == query.words.count { addPrefixes(letters, bits, in: index) }
      }
    }
  }

  /// Words of the query without the spaces between them; `nil` where that makes another number, or
  /// is too long.
  private func joined(_ places: Range<Int>) -> [UInt8]? {
    var letters: [UInt8] = []
    for word in query.words[places] {
      let cut = letters.count
      letters += word.forms[0]
      guard letters.count <= TextWords.bytesMax, Self.mayCut(letters, at: cut) else { return nil }
    }
    return letters
  }

  /// Words that the catalogue has with more spaces, or with one at another place.
  mutating func addOtherSpaces(in index: SearchIndex) {
    let unknown = query.words.indices.filter { !isKnown($0) && !query.isStopWord($0) }
      .prefix(Self.unknownMax)
    for place in unknown {
      addSegments(of: query.words[place].forms[0], UInt32(1) << UInt32(place), least: 3, in: index)
    }
    for place in Set(unknown + unknown.map { $0 - 1 }).sorted()
    where query.words.indices.contains(place) && query.words.indices.contains(place + 1) {
      guard let letters = joined(place..<place + 2) else { continue }
      addSegments(of: letters, UInt32(3) << UInt32(place), least: 2, in: index)
    }
  }

  private mutating func addSegments(
    of letters: [UInt8], _ bits: UInt32, least: Int, in index: SearchIndex
  ) {
    var segments = WordSegments(letters, least: least)
    segments.find(in: index)
    for words in segments.found { add(phrase: words, bits, .joined, in: index) }
  }
}

/// Letters without spaces, taken apart into words of the catalogue.
private struct WordSegments {
  /// Words at most, ways to take them apart at most, and looks for words.
  private static let (wordsMax, waysMax, looksMax) = (5, 8, 500)

  private let letters: [UInt8]
  private let least: Int
  private var looks = 0
  /// The ways, those with long words at the beginning first.
  private(set) var found: [[UInt32]] = []

  /// - Parameter least: how many words there must be.
  init(_ letters: [UInt8], least: Int) {
    (self.letters, self.least) = (letters, least)
  }

  mutating func find(in index: SearchIndex) { find(behind: [], from: 0, in: index) }

  private mutating func find(behind words: [UInt32], from start: Int, in index: SearchIndex) {
    for end in (start + 1..<letters.count + 1).reversed()
    where QueryExpansion.mayCut(letters, at: end) {
      guard looks < Self.looksMax, found.count < Self.waysMax else { return }
      looks += 1
      let word = Array(letters[start..<end])
      if end == letters.count {
        guard words.count + 1 >= least else { continue }
        found += QueryExpansion.both(word, in: index).map { words + [$0] }
      } else if words.count + 1 < Self.wordsMax, let number = index.words.number(of: word) {
        find(behind: words + [number], from: end, in: index)
      }
    }
  }
}
