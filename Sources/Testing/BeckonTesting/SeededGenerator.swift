import BeckonBasics
import Foundation

/// Chance that is the same for the same seed (SplitMix64; Steele, Lea and Flood, 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// Where it began.
  package let seed: UInt64
  private var state: UInt64

  /// Begins at `seed`.
  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// Begins anywhere and says on standard error where, so that a failure can be seen again: the
  /// environment's `BECKON_SEED` sets it.
  /// - Parameter purpose: what the chance is for, for the reader of the seed.
  package init(announcedFor purpose: String) {
    let given = ProcessInfo.processInfo.environment["BECKON_SEED"].flatMap { UInt64($0) }
    self.init(seed: given ?? Ambient.system.random())
    FileHandle.standardError.write(Data("\(purpose): BECKON_SEED=\(seed)\n".utf8))
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
