import BeckonModel

/// Which networks may have clicks in a run, in ten bits of memory for each click (Bloom,
/// "Space/time trade-offs in hash coding", 1970). What it denies is so; about one in a hundred that
/// it does not deny is not there.
struct NetworkFilter: Sendable {
  private static let bitsEach = 10
  private static let hashes = 7

  private var words: [UInt64]

  /// Of these networks.
  init(_ networks: some Collection<ClickNetwork>) {
    words = Array(repeating: 0, count: networks.count * Self.bitsEach / UInt64.bitWidth + 1)
    for network in networks {
      var place = Place(network)
      for _ in 0..<Self.hashes {
        let bit = place.next(among: words.count)
        words[bit / UInt64.bitWidth] |= 1 << (bit % UInt64.bitWidth)
      }
    }
  }

  /// Whether a network may be among them.
  func mayHold(_ network: ClickNetwork) -> Bool {
    var place = Place(network)
    for _ in 0..<Self.hashes {
      let bit = place.next(among: words.count)
      guard words[bit / UInt64.bitWidth] & 1 << (bit % UInt64.bitWidth) != 0 else { return false }
    }
    return true
  }

  /// The bits of a network, one after the other. A digest is as good as drawn, so that its halves
  /// serve as two hashes, of which all others are made (Kirsch and Mitzenmacher, "Less hashing,
  /// same performance", 2006).
  private struct Place {
    private var hash: UInt64
    private let step: UInt64

    init(_ network: ClickNetwork) {
      hash = network.digest.high ^ UInt64(truncatingIfNeeded: network.app)
      step = network.digest.low | 1
    }

    /// The high half of a product spreads a hash over so many without a division.
    mutating func next(among words: Int) -> Int {
      hash &+= step
      return Int(hash.multipliedFullWidth(by: UInt64(words * UInt64.bitWidth)).high)
    }
  }
}
