/// Which words of a query each product meets, and at what cost: filled from the lists of products,
/// the cheapest kind of match first.
struct MatchCounts {
  private(set) var bits: [UInt32] = []
  private(set) var costs: [UInt32] = []
  /// The products that meet any, in the order in which they were met.
  private(set) var met: [UInt32] = []
  /// Products that were looked at.
  private(set) var seen = 0

  /// Products that are looked at for one query. Lists are taken whole or not at all, so that what
  /// is found does not depend on the order in which products came.
  static let seenMax = 4_000_000

  /// Begins anew, for so many products.
  mutating func begin(_ products: Int) {
    for place in met {
      bits[Int(place)] = 0
      costs[Int(place)] = 0
    }
    met.removeAll(keepingCapacity: true)
    seen = 0
    while bits.count < products {
      bits.append(0)
      costs.append(0)
    }
  }

  /// Whether a list of so many products is still looked at.
  func hasRoom(_ count: Int) -> Bool { seen + count <= Self.seenMax }

  /// Notes that products meet words, at a cost for each word. Who meets them all already is left as it is.
  mutating func add(_ places: [UInt32], _ new: UInt32, _ cost: UInt32) {
    seen += places.count
    bits.withUnsafeMutableBufferPointer { bits in
      costs.withUnsafeMutableBufferPointer { costs in
        for place in places {
          let old = bits[Int(place)]
          guard new & ~old != 0 else { continue }
          if old == 0 { met.append(place) }
          bits[Int(place)] = old | new
          costs[Int(place)] += cost * UInt32((new & ~old).nonzeroBitCount)
        }
      }
    }
  }

  /// The same for one product.
  mutating func add(_ place: UInt32, _ new: UInt32, _ cost: UInt32) {
    let place = Int(place)
    let old = bits[place]
    guard new & ~old != 0 else { return }
    if old == 0 { met.append(UInt32(place)) }
    bits[place] = old | new
    costs[place] += cost * UInt32((new & ~old).nonzeroBitCount)
  }

  /// Notes that products were looked at.
  mutating func look(_ count: Int) { seen += count }
}
