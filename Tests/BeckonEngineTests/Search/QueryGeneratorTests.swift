import BeckonEngine
import Testing

/// Queries made from texts, and how answers to them are counted.
@Suite struct QueryGeneratorTests {
  private static let texts = ["Blue Cotton Shirt", "Red 25.4mm Drill", "Tea", "  ", "Grüne\tHosen"]

  private static func queries(_ kind: QueryGenerator.Kind, seed: UInt64 = 1) -> [Int: String] {
    var generator = QueryGenerator(seed: seed)
    let made = generator.queries(kind, from: texts, count: 10)
    return Dictionary(made.map { ($0.place, $0.text) }) { first, _ in first }
  }

  @Test("Whole texts and their first three quarters, on one line")
  func parts() {
    #expect(
      Self.queries(.knownItem) == [
        0: "Blue Cotton Shirt", 1: "Red 25.4mm Drill", 2: "Tea", 4: "Grüne Hosen",
      ])
    #expect(
      Self.queries(.prefixes) == [
        0: "Blue Cotton S", 1: "Red 25.4mm D", 2: "Tea", 4: "Grüne Hos",
      ])
  }

  @Test("A typo is in one word of five letters or more, and changes it", arguments: 1...50)
  func typos(_ seed: UInt64) {
    let queries = Self.queries(.typos, seed: seed)
    #expect(queries.keys.sorted() == [0, 1, 4])
    let drill = queries[1] ?? ""
    #expect(drill.hasPrefix("Red 25.4mm ") && drill != "Red 25.4mm Drill")
    #expect((4...6).contains(drill.unicodeScalars.count - 11))
  }

  @Test("The same seed gives the same, another seed another")
  func seeds() {
    #expect(Self.queries(.typos, seed: 7) == Self.queries(.typos, seed: 7))
    #expect((1...5).map { Self.queries(.typos, seed: $0) }.contains { $0 != Self.queries(.typos) })
    var generator = QueryGenerator(seed: 1)
    #expect(generator.queries(.knownItem, from: Self.texts, count: 2).count == 2)
  }

  @Test("Recall, reciprocal rank and gain of a list")
  func quality() {
    var quality = SearchQuality(cut: 3)
    quality.count([9, 1, 1, 2], grades: [1: 1, 2: 3])
    #expect(quality.recall == 0.5)
    #expect(quality.reciprocalRank == 0.5)
    // 1 at the second place, of 3 at the first and 1 at the second.
    #expect(abs(quality.discountedGain - 0.6309 / 3.6309) < 0.001)
    quality.count([5], grades: [5: 2])
    #expect(quality.recall == 0.75)
    #expect(quality.queries == 2)
  }
}
