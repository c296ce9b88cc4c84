import BeckonEngine
import BeckonModel
import BeckonTesting

/// Sessions of a small shop, each a list of items with a minute between them and an hour to the
/// next session. Session numbers and visitors count from 1.
enum Shop {
  static func clicks(_ sessions: [[UInt32]]) -> [SessionClick] {
    sessions.enumerated().flatMap { number, items in
      items.enumerated().map { place, item in
        SessionClick(
          session: Int64(number) + 1, visitor: Int64(number) + 1, item: item,
          at: at(hours: number, minutes: place))
      }
    }
  }

  /// An index of sessions.
  static func index(_ sessions: [[UInt32]], bytesMax: Int = 1 << 20) -> SessionIndex {
    index(clicks(sessions), bytesMax: bytesMax)
  }

  /// An index that is told clicks in this order.
  static func index(_ clicks: [SessionClick], bytesMax: Int = 1 << 20) -> SessionIndex {
    var index = SessionIndex(bytesMax: bytesMax)
    for click in clicks { index.add(click) }
    return index
  }

  static func at(hours: Int, minutes: Int = 0) -> Instant {
    Instant(milliseconds: 1_750_000_000_000 + Int64(hours * 60 + minutes) * Span.minuteMilliseconds)
  }

  /// Clicks of chance: sessions of a few items each, with repeats, some at the same time.
  static func clicks(of generator: inout SeededGenerator, sessions: Int) -> [SessionClick] {
    (1...Int64(sessions)).flatMap { session in
      let start = Int.random(in: 0..<2_000, using: &generator)
      return (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        SessionClick(
          session: session, visitor: session % 17,
          item: UInt32.random(in: 0..<40, using: &generator),
          at: at(hours: start, minutes: Int.random(in: 0..<20, using: &generator)))
      }
    }
  }

  /// All that can be told of an index: its figures, and what it proposes in many places.
  static func portrait(of index: SessionIndex) -> [String] {
    var search = NeighbourSearch()
    let figures = [
      index.sessionCount, index.clickCount, index.entryCount, index.bytes,
      Int(index.heldSince?.milliseconds ?? 0),
    ]
    return ["\(figures)"]
      + (0..<40 as Range<UInt32>).map { item in
        let lists = [[item], [item, (item * 7) % 40], [3, item, 3]].map { seen in
          search.next(after: seen, limit: 10, in: index)
        }
        return "\(item) \(index.sessionCount(of: item)): \(lists)"
      }
  }
}
