/// Where a product stands among those that match: by what it meets, then by how well.
struct ProductRank {
  /// The words of the catalogue by the words of the query that they meet; 0 for most.
  private var marks: [UInt32] = []
  private var marked: [UInt32] = []
  /// How much each word of the query tells: rare ones more.
  private(set) var rarities: [Float] = []
  private var raritySum: Float = 1
  private var wordCount = 0
  /// The words of the query that count for more than the score: all but stop words.
  private var needed: UInt32 = 0
  /// The words for which `orderMax` was asked last, and the highest score that they can have.
  private var lastMax: (bits: UInt32, score: UInt64) = (0, 0)
  /// Whether how well words stand is left out, because that were too much to look at.
  var isCoarse = false

  /// Words of products that are looked at for the order of one answer: so many, or none.
  static let entriesMax = 20_000_000

  private var lastPlaces = [Int](repeating: 0, count: SearchRequest.queryWordsMax)
  private var nearness = [Float](repeating: 0, count: SearchRequest.queryWordsMax)
  private var fields = [Float](repeating: 0, count: SearchRequest.queryWordsMax)

  /// Begins a query.
  mutating func begin(_ expansion: QueryExpansion, in index: SearchIndex) {
    for word in marked { marks[Int(word)] = 0 }
    marked.removeAll(keepingCapacity: true)
    if marks.count < index.words.end {
      marks += repeatElement(0, count: index.words.end - marks.count)
    }
    (lastMax, isCoarse) = ((0, 0), false)
    (wordCount, needed) = (expansion.query.words.count, expansion.query.needed)
    for candidate in expansion.candidates {
      for word in expansion.words(of: candidate) { mark(word, candidate.bits) }
    }
    rarities = Self.rarities(expansion, in: index)
    raritySum = max(rarities.reduce(0, +), .leastNormalMagnitude)
  }

  private mutating func mark(_ word: UInt32, _ bits: UInt32) {
    if marks[Int(word)] == 0 { marked.append(word) }
    marks[Int(word)] |= bits
  }

  /// How much of its rarity a stop word has: where it is rare it still tells nothing.
  private static let stopWordShare: Float = 0.25

  /// A word's rarity is that of its best kind of match.
  private static func rarities(_ expansion: QueryExpansion, in index: SearchIndex) -> [Float] {
    var counts = [(cost: UInt32, count: Int)](
      repeating: (.max, 0), count: expansion.query.words.count)
    for candidate in expansion.candidates {
      let cost = candidate.kind.cost >> 8
      candidate.bits.eachBit { place in
        if cost < counts[place].cost { counts[place] = (cost, 0) }
        if cost == counts[place].cost { counts[place].count += candidate.count }
      }
    }
    return counts.enumerated().map { place, entry in
      let share = expansion.query.isStopWord(place) ? stopWordShare : 1
      return share
        * BinaryLogarithm.of(1 + Float(index.count) / Float(max(1, min(entry.count, index.count))))
    }
  }

  /// Lets words that hardly any product has tell nothing: where no product meets all words, they
  /// are more likely to be mistakes than wishes.
  mutating func distrustRarest(in index: SearchIndex) {
    let most = BinaryLogarithm.of(1 + Float(index.count) / Float(1 + index.count / 10_000))
    guard rarities.contains(where: { $0 < most }) else { return }
    for place in rarities.indices where rarities[place] >= most { rarities[place] = 0 }
    raritySum = max(rarities.reduce(0, +), .leastNormalMagnitude)
    lastMax = (0, 0)
  }

  // MARK: order

  /// The part of a product's order that its words alone give: what may not be overturned.
  func tier(_ bits: UInt32, _ cost: UInt32) -> UInt64 {
    let (typos, prefixes, forms) = (cost >> 16, cost >> 8 & 0xFF, cost & 0xFF)
    return UInt64((bits & needed).nonzeroBitCount) << 58 | UInt64(63 - min(63, typos)) << 52
      | UInt64(63 - min(63, prefixes)) << 46 | UInt64(63 - min(63, forms)) << 40
  }

  /// All of its order but its id: the tier, how well the words stand, then what is popular or of
  /// interest.
  /// - Parameter taste: from 0 to 1.
  mutating func order(
    _ place: UInt32, _ bits: UInt32, _ cost: UInt32, taste: Float, in index: SearchIndex
  ) -> UInt64 {
    let score =
      bits == 0 || isCoarse
      ? 0
      : index.entries.with(place) {
        self.score(of: $0, titleWords: Int(index.standings[Int(place)].titleWords), bits)
      }
    return tier(bits, cost) | UInt64(min(65_535, max(0, score * 16_384))) << 24
      | UInt64(min(1, max(0, taste)) * 16_777_215)
  }

  /// The highest that the order of a product can be that meets these words.
  mutating func orderMax(_ bits: UInt32, _ cost: UInt32) -> UInt64 {
    if lastMax.bits != bits || bits == 0 { lastMax = (bits, scoreMax(bits)) }
    return tier(bits, cost) | lastMax.score << 24 | 0xFF_FFFF
  }

  private func scoreMax(_ bits: UInt32) -> UInt64 {
    var weight: Float = 0
    for place in 0..<wordCount where bits & 1 << UInt32(place) != 0 { weight += rarities[place] }
    // Words stand near each other only where two that are neighbours in the query are met.
    let nearMax: Float = bits & bits >> 1 == 0 ? 0 : 1
    return UInt64(min(65_535, (2 * weight / raritySum + nearMax + Self.titleMax) * 16_384 + 1))
  }

  /// What a product's title can add to the weight of its words and how near they stand.
  private static let titleMax: Float = 0.875

  /// How well the words stand in a product, from 0 to 4.
  private mutating func score(
    of entries: UnsafeBufferPointer<UInt32>, titleWords: Int, _ bits: UInt32
  ) -> Float {
    let title = walk(entries, bits)
    var (weight, near, pairs): (Float, Float, Float) = (0, 0, 0)
    for place in 0..<wordCount where bits & 1 << UInt32(place) != 0 {
      weight += rarities[place] * fields[place]
      guard place > 0, bits & 1 << UInt32(place - 1) != 0 else { continue }
      near += nearness[place]
      pairs += 1
    }
    let isWhole = titleWords > 0 && title.met == titleWords
    return 2 * weight / raritySum + (pairs == 0 ? 0 : near / pairs)
      + Self.covered(title.met, titleWords) * 0.25 + (title.isFirst ? 0.125 : 0)
      + (isWhole ? 0.5 : 0)
  }

  /// The share of a title that was asked for, in quarters: a title of few other words is nearer to
  /// what was meant, but not so exactly that popularity no longer counts.
  private static func covered(_ met: Int, _ words: Int) -> Float {
    words == 0 ? 0 : Float(met * 4 / words) / 4
  }

  /// Goes through a product's words and notes, for each word of the query, its weightiest field and
  /// how near it stands behind the word before it.
  /// - Returns: how many words of the title are met, and whether the first is.
  private mutating func walk(
    _ entries: UnsafeBufferPointer<UInt32>, _ bits: UInt32
  ) -> (met: Int, isFirst: Bool) {
    for place in 0..<wordCount {
      (lastPlaces[place], nearness[place], fields[place]) = (-1_000, 0, 0)
    }
    var (place, weight, isTitle, met, isFirst): (Int, Float, Bool, Int, Bool) = (
      0, 0, false, 0, false
    )
    for entry in entries {
      if entry >= WordEntries.fieldMark {
        place += WordEntries.gap
        if entry != WordEntries.textMark {
          let field = SearchField(rawValue: Int(entry & 0xFF)) ?? .label
          (weight, isTitle) = (field.weight, field == .title)
        }
        continue
      }
      let isSame = entry & WordEntries.sameMark != 0
      if !isSame { place += 1 }
      let word = marks[Int(entry & (WordEntries.wordEnd - 1))] & bits
      guard word != 0 else { continue }
      if isTitle, !isSame {
        met += 1
        if place == WordEntries.gap + 1 { isFirst = true }
      }
      note(word, at: place, weight)
    }
    return (met, isFirst)
  }

  private mutating func note(_ word: UInt32, at place: Int, _ weight: Float) {
    var rest = word
    while rest != 0 {
      let next = rest.trailingZeroBitCount
      rest &= rest - 1
      fields[next] = max(fields[next], weight)
      if next > 0 { nearness[next] = max(nearness[next], near(place - lastPlaces[next - 1])) }
      // In the other order they are worth less.
      if next + 1 < wordCount {
        nearness[next + 1] = max(nearness[next + 1], near(place - lastPlaces[next + 1]) * 0.5)
      }
      lastPlaces[next] = place
    }
  }

  /// How much it counts that a word stands so many places behind the one before it: 0 places are
  /// one word that both have become.
  private func near(_ distance: Int) -> Float {
    distance >= WordEntries.gap || distance < 0 ? 0 : 1 / Float(max(1, distance))
  }
}
