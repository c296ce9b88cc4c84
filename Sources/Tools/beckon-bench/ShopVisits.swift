/// Looks at products as real visitors took them: many sessions at a time, each look of a session
/// behind the last. In a run of a minute a look is the first of its visitor as often as in the
/// sessions; a shorter one has more of those.
struct ShopVisits: Sendable {
  private let looks: [Look]

  /// One look.
  struct Look: Sendable {
    /// Who looks, by the number of their session.
    let visitor: Int
    /// The product's place among all.
    let product: Int
  }

  /// Sessions that are open at a time.
  private static let open = 2_000

  /// Between a session and the next one: a prime, so that all come, those that were made too.
  private static let stride = 7_919

  /// As many looks as are wanted, by sessions from all of the clicks; fewer, where those have no
  /// more.
  init(of clicks: ShopClicks, count: Int) {
    let sessions = clicks.sessions
    var left = sessions.indices.lazy.map { place in
      let session = place * Self.stride % sessions.count
      return Lane(visitor: session, products: sessions[session])
    }.makeIterator()
    var lanes = (0..<Self.open).map { _ in left.next() }
    var looks: [Look] = []
    looks.reserveCapacity(count)
    while looks.count < count, lanes.contains(where: { $0 != nil }) {
      for place in lanes.indices where looks.count < count {
        guard let look = lanes[place]?.next() else { continue }
        looks.append(look)
        if lanes[place]?.isOver == true { lanes[place] = left.next() }
      }
    }
    self.looks = looks
  }

  /// A look by its number.
  subscript(number: Int) -> Look { looks[number] }

  /// How many there are.
  var count: Int { looks.count }

  /// A session of which some looks are over.
  private struct Lane {
    let visitor: Int
    let products: [Int]
    var taken = 0

    var isOver: Bool { taken == products.count }

    mutating func next() -> Look {
      taken += 1
      return Look(visitor: visitor, product: products[taken - 1])
    }
  }
}
