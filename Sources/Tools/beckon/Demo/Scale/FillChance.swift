/// Chance that is the same for the same seed (SplitMix64; Steele, Lea and Flood, 2014).
struct FillChance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Whether something happens that does so many times in a thousand.
  mutating func happens(_ perThousand: Int) -> Bool {
    Int.random(in: 0..<1_000, using: &self) < perThousand
  }

  /// A place below a count, of which the first are drawn most: a few links have most of the clicks.
  mutating func place(below count: Int) -> Int {
    let shares = (0..<count).map { 1_000 / ($0 + 1) }
    var left = Int.random(in: 0..<max(1, shares.reduce(0, +)), using: &self)
    for (place, share) in shares.enumerated() {
      left -= share
      if left < 0 { return place }
    }
    return 0
  }

  /// One of several.
  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &self)]
  }
}
