/// A session that has items in common with the running one.
struct Neighbour {
  var slot: UInt32
  /// Which of the running session's items they have in common: the one seen last, as its place.
  var match: UInt32
  var similarity: Float
  var newest: Int64
  var number: Int64

  /// Nearer ones come first, of equal ones the later.
  static func isNearer(_ one: Neighbour, _ other: Neighbour) -> Bool {
    if one.similarity != other.similarity { return one.similarity > other.similarity }
    return one.newest != other.newest ? one.newest > other.newest : one.number > other.number
  }
}

/// Gathers the sessions that have items in common with the running one.
struct NeighbourPool {
  private(set) var neighbours: [Neighbour] = []
  /// Where a slot stands among the neighbours; -1 where it does not.
  private var places: [Int32] = []

  /// Makes room for all slots below a number.
  mutating func reserve(_ count: Int) {
    guard count > places.count else { return }
    places += repeatElement(-1, count: count - places.count)
  }

  /// Adds to the similarity of the latest sessions of an item.
  mutating func add(
    _ item: (place: Int, weight: Float), _ posting: Posting, limit: Int, _ view: IndexView
  ) {
    var left = limit
    for entry in stride(from: Int(posting.count) - 1, through: 0, by: -1) where left > 0 {
      let slot = view.index.postingSlots[Int(posting.start) + entry]
      guard slot != view.own else { continue }
      left -= 1
      let place = places[Int(slot)]
      if place >= 0 {
        neighbours[Int(place)].similarity += item.weight
      } else {
        places[Int(slot)] = Int32(neighbours.count)
        neighbours.append(
          Neighbour(
            slot: slot, match: UInt32(item.place), similarity: item.weight, newest: 0, number: 0))
      }
    }
  }

  /// Weighs each session by its age, length and similarity, and keeps the nearest. It reckons with
  /// logarithms until it is known which is nearest.
  mutating func weigh(_ settings: RecommenderSettings, _ view: IndexView) {
    let halvings = settings.ageHalvings / view.spreadHours
    for place in neighbours.indices {
      let slot = neighbours[place].slot
      let session = view.index.sessions[Int(slot)]
      let similarity = neighbours[place].similarity
      let exponent =
        halvings * view.hours(slot) + settings.similarityPower * BinaryLogarithm.of(similarity)
        - settings.lengthPower * BinaryLogarithm.of(Float(session.count))
      neighbours[place].similarity = exponent
      (neighbours[place].newest, neighbours[place].number) = (session.newest, session.number)
      places[Int(slot)] = -1
    }
    keepNearest(settings.neighbours)
    raise()
  }

  /// Takes all sessions away.
  mutating func clear() { neighbours.removeAll(keepingCapacity: true) }

  /// Keeps the nearest. What was sorted by parts of the same sessions stays the same, so sums over
  /// them do too.
  private mutating func keepNearest(_ count: Int) {
    guard neighbours.count > count else { return }
    var (low, high) = (0, neighbours.count - 1)
    while low < high {
      let boundary = part(low, high)
      if boundary < count { low = boundary + 1 } else { high = boundary - 1 }
    }
    neighbours.removeLast(neighbours.count - count)
  }

  /// Brings what is nearer than the middle one before it.
  /// - Returns: where that one then stands.
  private mutating func part(_ low: Int, _ high: Int) -> Int {
    neighbours.swapAt((low + high) / 2, high)
    let pivot = neighbours[high]
    var boundary = low
    for place in low..<high where Neighbour.isNearer(neighbours[place], pivot) {
      neighbours.swapAt(place, boundary)
      boundary += 1
    }
    neighbours.swapAt(boundary, high)
    return boundary
  }

  /// Turns logarithms into weights; the nearest gets 1.
  private mutating func raise() {
    let most = neighbours.lazy.map(\.similarity).max() ?? 0
    for place in neighbours.indices {
      neighbours[place].similarity = BinaryLogarithm.power(neighbours[place].similarity - most)
    }
  }
}
