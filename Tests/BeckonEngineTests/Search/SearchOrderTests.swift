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

  @Test(
    "More words before fewer, exact before prefix before typo; numbers are never fuzzed",
    arguments: QueryGenerator.Kind.allCases, 1...5)
  func order(_ kind: QueryGenerator.Kind, _ seed: Int) {
    var shelf = Shelf(Self.titles)
    var generator = QueryGenerator(seed: UInt64(seed))
    var asked = 0
    for query in generator.queries(kind, from: Self.titles, count: 60) {
      let answer = shelf.answer(query.text) { $0.limit = 100 }
      let ranks = answer.hits.map { Self.rank($0.reasons, of: 32) }
      for (better, worse) in zip(ranks, ranks.dropFirst()) {
        #expect(!worse.lexicographicallyPrecedes(better), "\(query.text)")
      }
      let numbers = answer.hits.flatMap(\.reasons).filter { reason in
        reason.queryWord.utf8.contains { $0 >= 48 && $0 <= 57 }
      }
      #expect(numbers.allSatisfy { [.exact, .joined, .prefix].contains($0.kind) })
      asked += 1
    }
    #expect(asked == 60)
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
