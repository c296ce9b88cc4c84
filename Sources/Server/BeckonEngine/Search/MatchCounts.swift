/// Which words of a query each product meets, and at what cost: filled from the lists of products,
/// the cheapest kind of match first. Only products that were let in are counted.
struct MatchCounts {
  /// What one product meets. All of it stands together, as products are looked at in no order that
  /// the processor could foresee.
  private struct Mark {
    var bits: UInt32 = 0
    /// The cost, and by the highest bit whether the product was let in.
    var cost: UInt32 = 0

    static let isIn: UInt32 = 1 << 31
  }

  private var marks: [Mark] = []
  /// The products that were let in.
  private(set) var met: [UInt32] = []
  private var seen = 0
  private var looks = 0

  /// Products that are looked at for one query. Lists are taken whole or not at all, so that what
  /// is found does not depend on the order in which products came.
  static let seenMax = 4_000_000
  /// Looks into lists that are too long to go through.
  static let looksMax = 1_000_000
  /// A list that is so many times longer than what was let in is looked into, not gone through.
  private static let lookFactor = 24

  /// The words of the query that a product meets.
  func bits(_ place: UInt32) -> UInt32 { marks[Int(place)].bits }

  /// What that costs it.
  func cost(_ place: UInt32) -> UInt32 { marks[Int(place)].cost & ~Mark.isIn }

  /// Begins anew, for so many products.
  mutating func begin(_ products: Int) {
    marks.withUnsafeMutableBufferPointer { marks in
      for place in met { marks[Int(place)] = Mark() }
    }
    met.removeAll(keepingCapacity: true)
    (seen, looks) = (0, 0)
    if marks.count < products {
      marks += repeatElement(Mark(), count: products - marks.count)
    }
  }

  /// Lets products in, if there is room for so many.
  mutating func admit(_ places: UnsafeBufferPointer<UInt32>) {
    guard seen + places.count <= Self.seenMax else { return }
    seen += places.count
    marks.withUnsafeMutableBufferPointer { marks in
      for place in places where marks[Int(place)].cost & Mark.isIn == 0 {
        marks[Int(place)].cost |= Mark.isIn
        met.append(place)
      }
    }
  }

  /// Notes that products meet words, at a cost for each word. Who meets them all already is left as
  /// it is.
  mutating func add(_ places: UnsafeBufferPointer<UInt32>, _ new: UInt32, _ cost: UInt32) {
    if seen + places.count <= Self.seenMax {
      seen += places.count
    } else {
      // The list is too long to go through. Where looks into it were too many too, it is left out.
      guard looks + met.count <= Self.looksMax else { return }
      looks += met.count
      return look(for: places, new, cost)
    }
    guard places.count > Self.lookFactor * met.count else { return go(through: places, new, cost) }
    look(for: places, new, cost)
  }

  private mutating func go(
    through places: UnsafeBufferPointer<UInt32>, _ new: UInt32, _ cost: UInt32
  ) {
    marks.withUnsafeMutableBufferPointer { marks in
      for place in places where marks[Int(place)].cost & Mark.isIn != 0 {
        let old = marks[Int(place)].bits
        guard new & ~old != 0 else { continue }
        marks[Int(place)].bits = old | new
        marks[Int(place)].cost += cost * UInt32((new & ~old).nonzeroBitCount)
      }
    }
  }

  /// The same, by looking for each product in the list.
  private mutating func look(
    for places: UnsafeBufferPointer<UInt32>, _ new: UInt32, _ cost: UInt32
  ) {
    marks.withUnsafeMutableBufferPointer { marks in
      for place in met {
        let left = new & ~marks[Int(place)].bits
        guard left != 0, NumberLists.place(of: place, in: places) != nil else { continue }
        marks[Int(place)].bits |= new
        marks[Int(place)].cost += cost * UInt32(left.nonzeroBitCount)
      }
    }
  }
}
