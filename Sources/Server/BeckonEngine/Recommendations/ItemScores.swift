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

  private(set) var values: [Float] = []
  private var ways: [UInt8] = []
  /// The items that have a score, in the order in which they got one.
  private(set) var touched: [UInt32] = []

  /// Makes room for all items below a number.
  mutating func reserve(_ count: Int) {
    guard count > values.count else { return }
    ways += repeatElement(0, count: count - ways.count)
    values += repeatElement(0, count: count - values.count)
  }

  /// Adds to an item's score.
  mutating func add(_ amount: Float, to item: UInt32, by way: Ways) {
    if ways[Int(item)] == 0 { touched.append(item) }
    ways[Int(item)] |= way.bits
    values[Int(item)] += amount
  }

  /// Changes an item's score.
  mutating func set(_ value: Float, of item: UInt32) { values[Int(item)] = value }

  /// What an item was reached by.
  func ways(to item: UInt32) -> Ways { Ways(bits: ways[Int(item)]) }

  /// Takes all scores away.
  mutating func clear() {
    for item in touched { (values[Int(item)], ways[Int(item)]) = (0, 0) }
    touched.removeAll(keepingCapacity: true)
  }
}
