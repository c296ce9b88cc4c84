import BeckonModel

/// What the scaled demo draws, the same for the same seed.
struct FillChance: RandomNumberGenerator {
  private var chance: SeededChance

  init(seed: UInt64) { chance = SeededChance(seed: seed) }

  mutating func next() -> UInt64 { chance.next() }

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
