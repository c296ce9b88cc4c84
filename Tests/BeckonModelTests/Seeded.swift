import Foundation

/// Chance that can be repeated: SplitMix64. A test that uses it prints the seed; the variable
/// BECKON_TEST_SEED sets it.
struct Seeded: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(_ test: String = #function) {
    let given = ProcessInfo.processInfo.environment["BECKON_TEST_SEED"].flatMap { UInt64($0) }
    seed = given ?? UInt64.random(in: .min ... .max)
    state = seed
    print("\(test): BECKON_TEST_SEED=\(seed)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
