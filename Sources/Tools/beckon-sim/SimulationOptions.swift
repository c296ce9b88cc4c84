/// Flags of a simulation: `--name value`.
struct SimulationOptions {
  private let values: [String: String]

  /// Reads the flags after the subcommand.
  init(_ arguments: [String]) {
    var values: [String: String] = [:]
    var index = 1
    while index + 1 < arguments.count {
      if arguments[index].hasPrefix("--") {
        values[String(arguments[index].dropFirst(2))] = arguments[index + 1]
      }
      index += 2
    }
    self.values = values
  }

  /// The text of a flag.
  func text(_ name: String) -> String? { values[name] }

  /// The number of a flag.
  func number(_ name: String) -> UInt64? { values[name].flatMap { UInt64($0) } }
}

/// Chance that is the same for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
