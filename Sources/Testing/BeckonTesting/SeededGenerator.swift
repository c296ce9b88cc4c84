import BeckonBasics
import BeckonModel
import Foundation

/// Chance that is the same for the same seed (`SeededChance`), and that can say its seed.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// Where it began.
  package let seed: UInt64
  private var chance: SeededChance

  /// Begins at `seed`.
  package init(seed: UInt64) {
    self.seed = seed
    chance = SeededChance(seed: seed)
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
  package mutating func next() -> UInt64 { chance.next() }
}
