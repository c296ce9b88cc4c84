import BeckonEngine
import BeckonTesting
import BeckonText
import Testing

/// What holds of the order of every list, on every query that the generator makes.
@Suite struct SearchOrderTests {
  private static let titles: [String] = {
    let brands = ["Nordwind", "Kestrel", "Baumann", "Oakley", "Lumina", "Zephyr"]
    let kinds = [
      "Shirt", "Shirts", "Skirt", "Running Shoes", "Headphones", "Coffee Cup", "Baseball Cap",
      "Leather Wallet", "T-Shirt", "Tshirt", "Jacket", "Torch 25.4mm", "Torch 23.4mm",
    ]
    let marks = ["Blue", "Black", "Brown", "Classic", "Slim Fit", "Waterproof", "XL", "500 ml"]
    return brands.flatMap { brand in
      kinds.flatMap { kind in marks.map { "\(brand) \($0) \(kind)" } }
    }
  }()

  /// How a product meets a query, so that less is better.
  private static func rank(_ reasons: [SearchAnswer.Reason], of words: Int) -> [Int] {
    func count(_ kinds: MatchKind...) -> Int { reasons.count { kinds.contains($0.kind) } }
    return [
      words - reasons.count, count(.typo, .prefixTypo) + 2 * count(.twoTypos),
      count(.prefix, .prefixTypo),
    ]
  }

  /// Expects that no product meets a query better than the one before it.
  private static func expectOrder(_ answer: SearchAnswer, _ query: String) {
    let ranks = answer.hits.map { rank($0.reasons, of: 32) }
    for (better, worse) in zip(ranks, ranks.dropFirst()) {
      #expect(!worse.lexicographicallyPrecedes(better), "\(query)")
    }
  }

  @Test(
    "More words before fewer, exact before prefix before typo; numbers are never fuzzed",
    arguments: QueryGenerator.Kind.allCases, 1...5)
  func order(_ kind: QueryGenerator.Kind, _ seed: Int) {
    var shelf = Shelf(Self.titles)
    var generator = QueryGenerator(seed: UInt64(seed))
    var asked = 0
    for query in generator.queries(kind, from: Self.titles, count: 60) {
      let answer = shelf.answer(query.text) { $0.limit = 100 }
      Self.expectOrder(answer, query.text)
      let numbers = answer.hits.flatMap(\.reasons).filter { reason in
        reason.queryWord.utf8.contains { $0 >= 48 && $0 <= 57 }
      }
      #expect(numbers.allSatisfy { [.exact, .joined, .prefix].contains($0.kind) })
      asked += 1
    }
    #expect(asked == 60)
  }

  /// Words that are beginnings and misspellings of each other.
  private static let alike = [
    "candy", "candle", "candles", "handle", "cradle", "bundle", "cable", "table", "tables",
    "stable", "tablet", "cabinet", "candlestick", "candelabra", "handles", "bubble", "marble",
  ]

  @Test(
    "In small shops, where beginnings and typos stand in one list, these go behind those",
    arguments: 1...20)
  func alike(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let titles = (0..<12).map { number in
      let words = (0...number % 3).compactMap { _ in Self.alike.randomElement(using: &generator) }
      return words.joined(separator: " ") + " \(number)"
    }
    var shelf = Shelf(titles)
    var mixed = 0
    for first in Self.alike {
      let second = Self.alike.randomElement(using: &generator) ?? first
      for length in 3...second.utf8.count {
        for query in [second.prefix(length) + "", "\(first) \(second.prefix(length))"] {
          let answer = shelf.answer(query)
          Self.expectOrder(answer, query)
          let kinds = answer.hits.map { Set($0.reasons.map(\.kind)) }
          let hasBoth =
            kinds.contains { $0.contains(.prefix) }
            && kinds.contains { $0.contains(.typo) && !$0.contains(.prefix) }
          mixed += hasBoth ? 1 : 0
        }
      }
    }
    #expect(mixed > 0)
  }

  /// A word with one letter replaced, at each place.
  private static func misspelt(_ word: String) -> [String] {
    word.indices.map { place in
      String(word[..<place]) + (word[place] == "q" ? "z" : "q")
        + String(word[word.index(after: place)...])
    }
  }

  /// Letters that a word must have before typos in it are tolerated.
  private static func lettersMin(_ kind: MatchKind) -> Int {
    switch kind {
    case .typo, .prefixTypo: 5
    case .twoTypos: 9
    default: 0
    }
  }

  private static func hasDigit(_ word: String) -> Bool { word.utf8.contains { 48...57 ~= $0 } }

  @Test(
    "A wrong letter in any word: short words and those with digits are met by none but themselves")
  func wrongLetters() {
    var shelf = Shelf(Self.titles)
    let words = Set(Self.titles.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "." } })
    var found = 0
    for word in words.map(String.init).sorted() {
      for query in Self.misspelt(word) {
        let answer = shelf.answer(query) { request in
          (request.isTyping, request.limit) = (false, 1_000)
        }
        for reason in answer.hits.flatMap(\.reasons) where Self.lettersMin(reason.kind) > 0 {
          #expect(
            reason.word.utf8.count >= Self.lettersMin(reason.kind), "\(query): \(reason.word)")
          #expect(!Self.hasDigit(reason.word) && !Self.hasDigit(query), "\(query): \(reason.word)")
        }
        guard word.utf8.count >= 5, !Self.hasDigit(word) else { continue }
        // And in the other direction: whatever letter of a long word is wrong, it is found.
        let meant = answer.hits.flatMap(\.reasons).map(\.word)
        #expect(meant.contains(word.lowercased()), "\(query) for \(word)")
        found += 1
      }
    }
    #expect(found > 100)
  }

  @Test("Whole titles come first, typos and beginnings are found", arguments: 1...5)
  func quality(_ seed: Int) {
    var shelf = Shelf(Self.titles)
    func quality(_ kind: QueryGenerator.Kind) -> SearchQuality {
      var (generator, quality) = (QueryGenerator(seed: UInt64(seed)), SearchQuality(cut: 10))
      for query in generator.queries(kind, from: Self.titles, count: 100) {
        let found = shelf.find(query.text).compactMap { Self.titles.firstIndex(of: $0) }
        quality.count(found.map(UInt32.init), grades: [UInt32(query.place): 1])
      }
      return quality
    }
    #expect(quality(.knownItem).reciprocalRank > 0.99)
    #expect(quality(.typos).recall > 0.97)
    #expect(quality(.prefixes).recall > 0.9)
  }
}
