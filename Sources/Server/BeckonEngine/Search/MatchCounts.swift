/// Which words of a query each product meets, and at what cost: filled from the lists of products,
/// the cheapest kind of match first. Only products that were let in are counted.
struct MatchCounts {
  private(set) var bits: [UInt32] = []
  private(set) var costs: [UInt32] = []
  private var isIn: [Bool] = []
  /// The products that were let in.
  private(set) var met: [UInt32] = []
  private var seen = 0
  private var looks = 0

  /// Products that are looked at for one query. Lists are taken whole or not at all, so that what
  /// is found does not depend on the order in which products came.
  static let seenMax = 4_000_000
  /// Looks into lists that are too long to go through.
  static let looksMax = 1_000_000

  /// Begins anew, for so many products.
  mutating func begin(_ products: Int) {
    bits.withUnsafeMutableBufferPointer { bits in for place in met { bits[Int(place)] = 0 } }
    costs.withUnsafeMutableBufferPointer { costs in for place in met { costs[Int(place)] = 0 } }
    isIn.withUnsafeMutableBufferPointer { isIn in for place in met { isIn[Int(place)] = false } }
    met.removeAll(keepingCapacity: true)
    (seen, looks) = (0, 0)
    while bits.count < products {
      bits.append(0)
      costs.append(0)
      isIn.append(false)
    }
  }

  /// Lets products in, if there is room for so many.
  mutating func admit(_ places: [UInt32]) {
    guard seen + places.count <= Self.seenMax else { return }
    seen += places.count
    isIn.withUnsafeMutableBufferPointer { isIn in
      for place in places where !isIn[Int(place)] {
        isIn[Int(place)] = true
        met.append(place)
      }
    }
  }

  /// Notes that products meet words, at a cost for each word. Who meets them all already is left as
  /// it is.
  mutating func add(_ places: [UInt32], _ new: UInt32, _ cost: UInt32) {
    guard seen + places.count <= Self.seenMax else { return look(for: places, new, cost) }
    seen += places.count
    bits.withUnsafeMutableBufferPointer { bits in
      costs.withUnsafeMutableBufferPointer { costs in
        isIn.withUnsafeBufferPointer { isIn in
          for place in places where isIn[Int(place)] {
            let old = bits[Int(place)]
            guard new & ~old != 0 else { continue }
            bits[Int(place)] = old | new
            costs[Int(place)] += cost * UInt32((new & ~old).nonzeroBitCount)
          }
        }
      }
    }
  }

  /// The same where the list is too long to go through: each product is looked for in it. Where
  /// that were too much too, the list is left out.
  private mutating func look(for places: [UInt32], _ new: UInt32, _ cost: UInt32) {
    guard looks + met.count <= Self.looksMax else { return }
    looks += met.count
    for place in met where SearchIndex.place(of: place, in: places) != nil {
      let left = new & ~bits[Int(place)]
      bits[Int(place)] |= new
      costs[Int(place)] += cost * UInt32(left.nonzeroBitCount)
    }
  }
}
