import BeckonEngine
import BeckonModel
import Testing

@Suite struct LastSearchesTests {
  private static func at(_ seconds: Int64) -> Instant { Instant(milliseconds: seconds * 1_000) }

  private static func typed(_ texts: [(String, Int64)]) -> LastSearches {
    texts.reduce(into: LastSearches()) { $0.add($1.0, at: at($1.1)) }
  }

  @Test("Of letters typed one by one the longest text is kept, each text once, the latest first")
  func typing() {
    for (typed, kept) in [
      ([("s", 0), ("sh", 1), ("shoe", 2)], ["shoe"]),
      ([("shoe", 0), ("sho", 1), ("s", 2)], ["shoe"]),
      ([("shoe", 0), ("lamp", 1), ("shoe", 2)], ["shoe", "lamp"]),
      ([("shoe", 0), ("shoes", 100)], ["shoes", "shoe"]), ([("  ", 0), (" a ", 1)], ["a"]),
      ([("b", 5), ("a", 1)], ["b", "a"]),
    ] as [([(String, Int64)], [String])] {
      #expect(Self.typed(typed).texts == kept, "\(typed)")
    }
  }

  @Test("Twenty are kept; what is stored is read again; one or all are forgotten")
  func bounds() {
    var searches = Self.typed((0..<30).map { ("text \($0)x", Int64($0) * 100) })
    #expect(searches.texts.count == LastSearches.countMax && searches.texts[0] == "text 29x")
    #expect(LastSearches(stored: searches.json) == searches)
    searches.forget("text 29x")
    #expect(searches.texts[0] == "text 28x")
    searches.forget(nil)
    #expect(searches == LastSearches())
  }

  @Test("Searches of several visits are joined by time, each text once")
  func joining() {
    let joined = LastSearches(joining: [
      Self.typed([("a", 0), ("b", 200)]), Self.typed([("a", 300), ("c", 100)]),
    ])
    #expect(joined.texts == ["a", "b", "c"])
  }
}
