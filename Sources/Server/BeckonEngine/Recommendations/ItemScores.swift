/// A session to which a walk leads.
struct WalkStep: Sendable {
  /// The item from which.
  let from: UInt32
  /// Where the session's items begin, and how many it has.
  let start: UInt32
  let count: UInt32
  /// What each of the others gets.
  let share: Float
}

/// A score for each item, kept between calls so that none has to clear them all.
struct ItemScores {
  /// What an item was reached by, a bit each.
  struct Ways {
    var bits: UInt8
    /// It follows the item just seen in a neighbour.
    static let next = Ways(bits: 1)
    /// A neighbour has it.
    static let neighbour = Ways(bits: 2)
    /// The walk came to it.
    static let walk = Ways(bits: 4)

    /// Whether it was reached by nothing.
    var isEmpty: Bool { bits == 0 }

    /// Whether it was reached by this too.
    func contains(_ way: Ways) -> Bool { bits & way.bits != 0 }
  }

  /// Both stand together, as they are asked for together: most items are in no cache.
  private struct Entry {
    var value: Float = 0
    var ways = Ways(bits: 0)
  }

  private var entries: [Entry] = []
  /// The items that have a score, in the order in which they got one.
  private(set) var touched: [UInt32] = []

  /// Items that there is room for.
  var count: Int { entries.count }

  /// An item's score.
  subscript(item: UInt32) -> Float { entries[Int(item)].value }

  /// Makes room for all items below a number.
  mutating func reserve(_ count: Int) {
    guard count > entries.count else { return }
    entries += repeatElement(Entry(), count: count - entries.count)
  }

  /// Adds to an item's score.
  mutating func add(_ amount: Float, to item: UInt32, by way: Ways) {
    if entries[Int(item)].ways.isEmpty { touched.append(item) }
    entries[Int(item)].ways.bits |= way.bits
    entries[Int(item)].value += amount
  }

  /// Adds the share of each step to what its session saw, except where it came from.
  ///
  /// Nothing depends on a choice that the processor could guess wrong: most of what is asked for
  /// stands in no cache, and so it fetches many at a time.
  /// - Parameter items: what sessions saw.
  mutating func add(_ steps: [WalkStep], in items: UnsafeBufferPointer<UInt32>, by way: Ways) {
    // Two variables, of which one is not held while the other is.
    var touched: [UInt32] = []
    swap(&touched, &self.touched)
    var count = touched.count
    touched += repeatElement(0, count: steps.reduce(0) { $0 + Int($1.count) })
    touched.withUnsafeMutableBufferPointer { touched in
      entries.withUnsafeMutableBufferPointer { entries in
        for step in steps {
          let start = Int(step.start)
          for item in items[start..<start + Int(step.count)] {
            let isOther = item != step.from
            var entry = entries[Int(item)]
            // The next new one takes its place, unless this is new.
            touched[count] = item
            count += isOther && entry.ways.isEmpty ? 1 : 0
            entry.ways.bits |= isOther ? way.bits : 0
            entry.value += isOther ? step.share : 0
            entries[Int(item)] = entry
          }
        }
      }
    }
    touched.removeLast(touched.count - count)
    swap(&touched, &self.touched)
  }

  /// Changes an item's score.
  mutating func set(_ value: Float, of item: UInt32) { entries[Int(item)].value = value }

  /// What an item was reached by.
  func ways(to item: UInt32) -> Ways { entries[Int(item)].ways }

  /// Takes all scores away.
  mutating func clear() {
    for item in touched { entries[Int(item)] = Entry() }
    touched.removeAll(keepingCapacity: true)
  }
}
