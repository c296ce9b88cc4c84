import BeckonBasics
import BeckonEngine
import BeckonModel
import Foundation

/// Predicts each item of the test sessions from those before it, and counts how well.
struct Evaluation {
  /// Items of a list.
  static let listItems = 20

  private var data: SessionData
  private let settings: RecommenderSettings
  private var search: NeighbourSearch
  private var popular: [Recommendation] = []
  /// Counted at 10 and at 20 items.
  private(set) var qualities = [ListQuality(cut: 10), ListQuality(cut: listItems)]
  private var nanoseconds: [UInt32] = []
  private var sessionsMost = 1.0

  init(_ data: SessionData, _ settings: RecommenderSettings) {
    (self.data, self.settings) = (data, settings)
    search = NeighbourSearch(settings)
    refresh()
  }

  /// Sessions after which what is popular is counted anew, when it learns.
  private static let refreshSessions = 256

  /// Predicts.
  /// - Parameters:
  ///   - learns: whether each session is learned from once it is predicted.
  ///   - step: predicts only every so-manieth item.
  ///   - results: is given each list.
  mutating func run(
    _ sessions: [SessionFile.Session], learns: Bool = false, step: Int = 1,
    show: (Int) -> Void = { _ in }, results: ([UInt32]) throws -> Void = { _ in }
  ) throws {
    var number = 0
    for (place, session) in sessions.enumerated() {
      let items = session.clicks.map(\.item)
      for target in session.targets {
        defer { number += 1 }
        guard number.isMultiple(of: step) else { continue }
        try results(predict(items[..<target], items[target]))
      }
      if learns, Self.isWhole(place, sessions) {
        data.learn(session.clicks)
        if place.isMultiple(of: Self.refreshSessions) { refresh() }
      }
      show(place + 1)
    }
  }

  /// Whether a line is no beginning of the line before it: files of prefixes have a session on
  /// many lines, the longest first.
  private static func isWhole(_ place: Int, _ sessions: [SessionFile.Session]) -> Bool {
    guard place > 0 else { return true }
    let (line, before) = (sessions[place].clicks, sessions[place - 1].clicks)
    return line.count >= before.count || !zip(line, before).allSatisfy { $0.item == $1.item }
  }

  private mutating func refresh() {
    popular = ShopLists.most(
      since: Instant(milliseconds: 0), limit: 2 * Self.listItems, in: data.index, reason: .popular)
    sessionsMost = Double(max(1, popular.first.map { Int($0.score) } ?? 1))
  }

  private mutating func predict(_ seen: ArraySlice<UInt32>, _ target: UInt32) -> [UInt32] {
    let start = MonotonicClock.nanoseconds()
    let list = search.next(
      after: Array(seen), limit: Self.listItems, in: data.index, fallback: popular)
    nanoseconds.append(UInt32(clamping: MonotonicClock.nanoseconds() - start))
    let items = list.map(\.item)
    for place in qualities.indices {
      qualities[place].count(items, target: target) {
        Double(data.index.sessionCount(of: $0)) / sessionsMost
      }
    }
    return items
  }

  /// What came of it.
  var report: EvaluationReport {
    let sorted = nanoseconds.sorted()
    func percentile(_ share: Double) -> Double {
      let place = min(sorted.count - 1, Int(share * Double(sorted.count)))
      return sorted.isEmpty ? 0 : Double(sorted[place]) / 1e6
    }
    return EvaluationReport(
      qualities: qualities, milliseconds: [0.5, 0.9, 0.99].map(percentile),
      items: (0..<data.index.itemEnd).count { data.index.sessionCount(of: $0) > 0 },
      clicks: data.index.clickCount, sessions: data.index.sessionCount,
      indexBytes: data.index.bytes, settings: settings)
  }
}
