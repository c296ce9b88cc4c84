/// The words of the catalogue by which the words of a query can be met.
struct QueryExpansion {
  /// A word of the catalogue, or several.
  struct Candidate {
    /// The word, or the first of several.
    let word: UInt32
    /// The words of the query that it meets.
    let bits: UInt32
    let kind: MatchKind
    /// How many products have it.
    let count: Int
    /// Several words, by their place in `phrases`.
    fileprivate let phrase: Int?
  }

  /// Several words of the catalogue, and the products that have them so, ascending.
  private struct Phrase {
    let words: [UInt32]
    let places: [UInt32]
  }

  let query: QueryWords
  private(set) var candidates: [Candidate] = []
  private var phrases: [Phrase] = []
  private var phraseCount = 0
  private var phraseSeen = 0
  /// The words of the query that anything meets.
  private(set) var known: UInt32 = 0
  var distance = EditDistance()
  /// Words that were looked at in search of typos and parts.
  var seen = 0
  /// Letters that were compared with others in search of typos.
  var compared = 0

  /// Phrases at most, and products that are looked at for them.
  private static let (phrasesMax, phraseSeenMax) = (64, 200_000)
  /// Words of the catalogue that are looked at in search of typos.
  static let seenMax = 2_000_000
  /// Letters that are compared with others in search of typos. All words that may be near to one of
  /// the query are compared, or none.
  static let comparedMax = 5_000_000
  /// Words of the catalogue that begin like one of the query, at most, for all of its words; and
  /// for each that is not the last.
  static let (prefixesMax, innerPrefixesMax) = (20_000, 2_000)
  /// Words of the catalogue by which a query is met, at most.
  static let candidatesMax = 40_000
  private var prefixesLeft = prefixesMax

  init(_ query: QueryWords) {
    self.query = query
  }

  mutating func add(_ word: UInt32, _ bits: UInt32, _ kind: MatchKind, in index: SearchIndex) {
    guard candidates.count < Self.candidatesMax else { return }
    candidates.append(
      Candidate(
        word: word, bits: bits, kind: kind, count: index.postings.count(of: word), phrase: nil))
    known |= bits
  }

  /// Adds words that must stand one behind the other in a product, or anywhere in it, if any
  /// product has them so.
  mutating func add(
    phrase words: [UInt32], _ bits: UInt32, _ kind: MatchKind, isClose: Bool = true,
    in index: SearchIndex
  ) {
    guard hasRoomForPhrases,
      let rarest = words.min(by: { index.postings.count(of: $0) < index.postings.count(of: $1) })
    else { return }
    let count = index.postings.count(of: rarest)
    guard phraseSeen + count <= Self.phraseSeenMax else { return }
    phraseCount += 1
    phraseSeen += count
    let places = index.postings[rarest].filter { place in
      words.allSatisfy { word in
        word == rarest
          || index.postings.with(word) { NumberLists.place(of: place, in: $0) != nil }
      } && index.has(words, at: place, isClose: isClose)
    }
    guard !places.isEmpty else { return }
    candidates.append(
      Candidate(
        word: words[0], bits: bits, kind: kind, count: places.count, phrase: phrases.count))
    phrases.append(Phrase(words: words, places: places))
    known |= bits
  }

  /// The words of a candidate.
  func words(of candidate: Candidate) -> [UInt32] {
    candidate.phrase.map { phrases[$0].words } ?? [candidate.word]
  }

  /// Reads the products that have a candidate, ascending.
  func with<Value>(
    _ candidate: Candidate, in index: SearchIndex, _ body: (UnsafeBufferPointer<UInt32>) -> Value
  ) -> Value {
    guard let phrase = candidate.phrase else { return index.postings.with(candidate.word, body) }
    return phrases[phrase].places.withUnsafeBufferPointer(body)
  }

  var hasRoomForPhrases: Bool { phraseCount < Self.phrasesMax }

  /// The bits of so many words of the query that fewest products meet, stop words left out.
  func rarest(_ count: Int) -> UInt32 {
    var sizes = query.words.indices.map { (size: 0, place: $0) }
    for candidate in candidates {
      candidate.bits.eachBit { sizes[$0].size += candidate.count }
    }
    return sizes.filter { isKnown($0.place) && !query.isStopWord($0.place) }.sorted { $0 < $1 }
      .prefix(count).reduce(0) {
        $0 | 1 << UInt32($1.place)
      }
  }

  func isKnown(_ place: Int) -> Bool { known & 1 << UInt32(place) != 0 }

  // MARK: words as they are

  /// Looks for each word itself, its forms, what is joined or parted, synonyms and beginnings.
  mutating func addNear(_ synonyms: SearchSynonyms, isTyping: Bool, in index: SearchIndex) {
    // Stop words count only as they are.
    let meant = query.words.indices.filter { !query.isStopWord($0) }
    for place in query.words.indices { addSame(place, in: index) }
    for place in query.words.indices.dropLast() { addJoined(place, isTyping, in: index) }
    addJoinedRuns(isTyping, in: index)
    for place in meant { addParted(place, in: index) }
    addSynonyms(synonyms, in: index)
    if index.language.buildsCompounds {
      for place in meant { addCompounds(place, in: index) }
    }
    for place in query.words.indices {
      let isLast = place == query.words.count - 1
      let bits = UInt32(1) << UInt32(place)
      if isLast ? isTyping : mayBeCutOff(place) {
        let most = isLast ? Self.prefixesMax : Self.innerPrefixesMax
        for form in query.words[place].forms { addPrefixes(form, bits, most: most, in: index) }
      }
      if isLast, isTyping, !isKnown(place) { addParted(place, isTyping: true, in: index) }
    }
    addOtherSpaces(in: index)
  }

  /// Whether a word that is not the last may be the beginning of one.
  private func mayBeCutOff(_ place: Int) -> Bool {
    !isKnown(place) && !query.isStopWord(place) && query.words[place].letters.count >= 3
  }

  private mutating func addSame(_ place: Int, in index: SearchIndex) {
    for form in query.words[place].forms {
      let bits = UInt32(1) << UInt32(place)
      if query.isStopWord(place) {
        if let word = index.words.number(of: form) { add(word, bits, .exact, in: index) }
      } else {
        addForms(of: form, bits, .exact, .form, in: index)
      }
    }
  }

  /// A word itself, if the catalogue has it, and the words with its stem.
  mutating func addForms(
    of form: [UInt8], _ bits: UInt32, _ same: MatchKind, _ other: MatchKind, in index: SearchIndex
  ) {
    let word = index.words.number(of: form)
    if let word { add(word, bits, same, in: index) }
    for member in index.forms(of: form) where member != word {
      add(member, bits, other, in: index)
    }
  }

  /// Two words of the query that the catalogue writes as one.
  private mutating func addJoined(_ place: Int, _ isTyping: Bool, in index: SearchIndex) {
    let (bits, isLast) = (UInt32(3) << UInt32(place), place + 2 == query.words.count)
    for first in query.words[place].forms {
      for second in query.words[place + 1].forms {
        guard first.count + second.count <= TextWords.bytesMax,
          Self.mayCut(first + second, at: first.count)
        else { continue }
        addForms(of: first + second, bits, .joined, .joined, in: index)
        if isLast, isTyping { addPrefixes(first + second, bits, in: index) }
      }
    }
  }

  mutating func addPrefixes(
    _ beginning: [UInt8], _ bits: UInt32, most: Int = prefixesMax, in index: SearchIndex
  ) {
    var left = min(most, prefixesLeft)
    guard left > 0 else { return }
    index.order.each(beginning: beginning, index.words) { word in
      if index.words.size(of: word) > beginning.count {
        add(word, bits, .prefix, in: index)
      }
      left -= 1
      prefixesLeft -= 1
      return left > 0
    }
  }

  private mutating func addSynonyms(_ synonyms: SearchSynonyms, in index: SearchIndex) {
    let forms = query.words.map { $0.forms[0] }
    for start in forms.indices {
      for end in start + 1...min(start + SearchSynonyms.wordsMax, forms.count) {
        let bits = ((UInt32(1) << UInt32(end - start)) - 1) << UInt32(start)
        for phrase in synonyms.others(of: forms[start..<end]) {
          add(synonym: phrase, bits, in: index)
        }
      }
    }
  }

  private mutating func add(synonym: [[UInt8]], _ bits: UInt32, in index: SearchIndex) {
    if synonym.count == 1 {
      return addForms(of: synonym[0], bits, .synonym, .synonym, in: index)
    }
    let words = synonym.compactMap { index.words.number(of: $0) }
    guard words.count == synonym.count else { return }
    add(phrase: words, bits, .synonym, in: index)
  }
}

extension SearchIndex {
  /// The words of the catalogue that have the stem of this one.
  func forms(of word: [UInt8]) -> [UInt32] {
    if let number = words.number(of: word) { return Array(wordsOfStem[stemOfWord[Int(number)]]) }
    guard !WordLetters(word).hasDigit, let stem = stems.number(of: language.stem(word)) else {
      return []
    }
    return Array(wordsOfStem[stem])
  }
}

extension UInt32 {
  /// Gives the places of the bits that are set, the lowest first.
  func eachBit(_ take: (Int) -> Void) {
    var rest = self
    while rest != 0 {
      take(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}
