import BeckonModel
import Testing

@testable import BeckonEngine

/// Ids that events name, sorted out by what the catalogue knows.
@Suite struct UnmatchedProductTests {
  private static let start = Instant(milliseconds: 1_790_000_000_000)

  private static func use(
    _ number: Int64, _ kind: ShopAction.Kind = .view, count: Int64 = 1, second: Int64 = 0
  ) -> NamedProduct.Use {
    let at = start.adding(milliseconds: second * 1_000)
    return NamedProduct.Use(of: number, kind, count: count, firstAt: at, lastAt: at)
  }

  private static func report(
    _ uses: [NamedProduct.Use], matched: Set<Int64> = [], hasCatalogue: Bool = true
  ) -> UnmatchedProductReport {
    let named = NamedProduct.mostNamed(uses)
    let lookedUp = named.prefix(UnmatchedProductLimits.lookedUp).map(\.number)
    let found = lookedUp.map { number in
      let isMatched = matched.contains(number)
      return (number, UnmatchedProductReport.Found("p\(number)", isMatched: isMatched))
    }
    return UnmatchedProductReport(
      named, Dictionary(uniqueKeysWithValues: found), since: start, hasCatalogue: hasCatalogue)
  }

  @Test("Those named most often come first, then those named last, each with all its uses")
  func order() {
    let named = NamedProduct.mostNamed([
      Self.use(1, count: 2), Self.use(2, second: 9), Self.use(3, count: 1, second: 1),
      Self.use(3, .purchase, count: 4, second: 5), Self.use(4, second: 9),
    ])
    #expect(named.map(\.number) == [3, 1, 2, 4])
    #expect(named[0].counts == [.view: 1, .purchase: 4] && named[0].count == 5)
    #expect(named[0].lastAt.milliseconds(since: named[0].firstAt) == 4_000)
  }

  @Test("What the server has told of is left out; without a catalogue nothing is unmatched")
  func sorting() {
    let uses = [Self.use(1, count: 3), Self.use(2, count: 2), Self.use(3)]
    let report = Self.report(uses, matched: [1])
    #expect(report.entries.map(\.found.id) == ["p2", "p3"])
    #expect(report.actions == 6 && report.unmatchedActions == 3 && !report.isCut)
    let none = Self.report(uses, hasCatalogue: false)
    #expect(none.entries.isEmpty && none.unmatchedActions == 0 && !none.isUnusual)
  }

  @Test("However many ids are made up, so many are told of, and that there are more is said")
  func bounds() {
    let told = Int64(UnmatchedProductLimits.told)
    #expect(!Self.report((1...told).map { Self.use($0) }).isCut)
    let more = Self.report((1...told + 1).map { Self.use($0) })
    #expect(more.entries.count == Int(told) && more.isCut)
    #expect(more.unmatchedActions == told + 1)
    let lookedUp = Int64(UnmatchedProductLimits.lookedUp)
    let matched = Self.report(
      (1...lookedUp + 1).map { Self.use($0) }, matched: Set(1...lookedUp))
    #expect(matched.entries.isEmpty && matched.isCut)
  }

  @Test(
    "One made-up id among many is not unusual, a part of all is",
    arguments: [(0 as Int64, false), (1, false), (4, false), (5, true), (100, true)])
  func unusual(unmatched: Int64, isUnusual: Bool) {
    let uses = [Self.use(1, count: 100 - unmatched), Self.use(2, count: unmatched)]
    let report = Self.report(uses.filter { $0.count > 0 }, matched: [1])
    #expect(report.isUnusual == isUnusual)
  }
}
