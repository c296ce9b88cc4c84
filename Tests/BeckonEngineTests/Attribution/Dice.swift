import Foundation

/// Chance that can be repeated: SplitMix64 from a seed that is printed, and can be given in
/// `BECKON_SEED`.
struct Dice: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(_ purpose: String) {
    let given = ProcessInfo.processInfo.environment["BECKON_SEED"].flatMap { UInt64($0) }
    seed = given ?? UInt64.random(in: .min ... .max)
    state = seed
    print("\(purpose): BECKON_SEED=\(seed)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// True once in `count` throws.
  mutating func hits(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
