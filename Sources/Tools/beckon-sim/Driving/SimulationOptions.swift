/// Flags of a simulation: `--name value`, or `--name` alone for a switch.
struct SimulationOptions {
  /// What is wrong with a command line.
  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  private var values: [String: String] = [:]

  /// Reads the flags after the subcommand.
  /// - Parameters:
  ///   - numbers: names of the flags whose value is a whole number.
  ///   - texts: names of the others that have a value.
  ///   - switches: names of those that have none.
  /// - Throws: `UsageError`.
  init(
    _ arguments: [String], numbers: Set<String>, texts: Set<String> = [],
    switches: Set<String> = []
  ) throws {
    var words = arguments.dropFirst()
    while let word = words.popFirst() {
      let name = String(word.drop { $0 == "-" })
      if word.hasPrefix("--"), switches.contains(name) {
        values[name] = ""
        continue
      }
      guard word.hasPrefix("--"), numbers.contains(name) || texts.contains(name) else {
        throw UsageError(description: "there is no option \(word)")
      }
      guard let value = words.popFirst() else {
        throw UsageError(description: "\(word) needs a value")
      }
      if numbers.contains(name), UInt64(value) == nil {
        throw UsageError(description: "\(word) needs a whole number, not '\(value)'")
      }
      values[name] = value
    }
  }

  /// Whether a switch is there.
  func isOn(_ name: String) -> Bool { values[name] != nil }

  /// The text of a flag.
  func text(_ name: String) -> String? { values[name] }

  /// The number of a flag.
  func number(_ name: String) -> UInt64? { values[name].flatMap { UInt64($0) } }
}
