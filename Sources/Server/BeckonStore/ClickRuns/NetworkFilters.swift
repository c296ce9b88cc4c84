import BeckonModel

/// Which networks may have clicks in which runs (Bloom, "Space/time trade-offs in hash coding",
/// 1970). What it denies is so; of a run of usual size about one in a hundred that it does not deny
/// is not there.
///
/// The filters of 64 runs stand beside each other: a word has the same bit of each, so that a
/// look-up reads some seven words for all of them and not two for each.
struct NetworkFilters: Sendable {
  /// For a run of usual size, ten bits for each click.
  static let bitsEach = 10
  private static let hashes = 7

  /// Where a run's filter stands.
  struct Place: Sendable {
    fileprivate let group: Int
    fileprivate let bit: UInt64
  }

  /// The runs in which a network may have clicks.
  struct Answer {
    fileprivate let masks: [UInt64]

    /// Whether it may have some in the run that has this place.
    func holds(_ place: Place) -> Bool { masks[place.group] & place.bit != 0 }
  }

  private struct Group: Sendable {
    /// The places that are taken.
    var taken: UInt64 = 0
    /// Empty while none is.
    var words: [UInt64] = []

    func mask(_ network: ClickNetwork) -> UInt64 {
      var (mask, bits) = (taken, Bits(network))
      for _ in 0..<hashes where mask != 0 { mask &= words[bits.next(among: words.count)] }
      return mask
    }

    /// Gives the bit that is taken.
    mutating func add(_ networks: some Collection<ClickNetwork>, _ count: Int) -> UInt64 {
      let bit = ~taken & (taken &+ 1)
      taken |= bit
      if words.isEmpty { words = Array(repeating: 0, count: count) }
      for network in networks {
        var bits = Bits(network)
        for _ in 0..<hashes { words[bits.next(among: count)] |= bit }
      }
      return bit
    }

    mutating func remove(_ bit: UInt64) {
      taken &= ~bit
      guard taken != 0 else { return words = [] }
      for index in words.indices { words[index] &= ~bit }
    }
  }

  private let wordsEach: Int
  private var groups: [Group] = []

  /// None yet.
  /// - Parameter clicks: how many a run usually has; more make its filter deny less.
  init(clicks: Int) { wordsEach = max(clicks, 6) * Self.bitsEach }

  /// Makes the filter of a run.
  mutating func add(_ networks: some Collection<ClickNetwork>) -> Place {
    let free = groups.firstIndex { $0.taken != .max } ?? groups.count
    if free == groups.count { groups.append(Group()) }
    return Place(group: free, bit: groups[free].add(networks, wordsEach))
  }

  /// Takes away the filter of a run.
  mutating func remove(_ place: Place) { groups[place.group].remove(place.bit) }

  /// In which runs a network may have clicks.
  func runs(of network: ClickNetwork) -> Answer {
    Answer(masks: groups.map { $0.mask(network) })
  }

  /// The bits of a network, one after the other. A digest is as good as drawn, so that its halves
  /// serve as two hashes, of which all others are made (Kirsch and Mitzenmacher, "Less hashing,
  /// same performance", 2006).
  private struct Bits {
    private var hash: UInt64
    private let step: UInt64

    init(_ network: ClickNetwork) {
      hash = network.digest.high ^ UInt64(truncatingIfNeeded: network.app)
      step = network.digest.low | 1
    }

    /// The high half of a product spreads a hash over so many without a division.
    mutating func next(among words: Int) -> Int {
      hash &+= step
      return Int(hash.multipliedFullWidth(by: UInt64(words)).high)
    }
  }
}
