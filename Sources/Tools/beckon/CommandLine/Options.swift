import BeckonModel
import Foundation

/// The options of a command: `--name VALUE`, `--name=VALUE` or `--flag`, and what stands between
/// them.
/// A value that is not on the command line is taken from the environment, as `BECKON_NAME`.
struct Options {
  /// An option as its command declares it.
  struct Declared {
    let name: String
    /// What its value is called in the help; `nil` for a flag.
    let value: String?
    let help: String

    init(_ name: String, _ value: String?, _ help: String) {
      self.name = name
      self.value = value
      self.help = help
    }
  }

  /// The words that belong to no option.
  let positional: [String]
  private let values: [String: String]
  /// Those whose value stands on the command line.
  private let written: Set<String>
  private let command: String

  /// Reads the words behind a command.
  /// - Throws: `UsageError` for an option that the command does not have.
  init(
    _ words: [String], command: String, _ declared: [Declared],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    self.command = command
    var values: [String: String] = [:]
    for option in declared {
      // Empty is how many a tool writes that it is not set.
      let value = environment["BECKON_" + Self.variable(option.name)] ?? ""
      values[option.name] = value.isEmpty ? nil : value
    }
    var positional: [String] = []
    var written: Set<String> = []
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        positional.append(word)
        continue
      }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
      let name = parts.first ?? ""
      guard let option = declared.first(where: { $0.name == name }) else {
        let refusal = NameSuggestion.refusal(
          of: "--" + name, (declared.map(\.name) + ["help"]).map { "--" + $0 })
        throw UsageError(
          "the option --\(NameSuggestion.shown(name)) of '\(command)' \(refusal)",
          "beckon \(command) --help")
      }
      written.insert(name)
      if option.value == nil {
        guard parts.count == 1 else {
          throw UsageError("--\(name) takes no value", "beckon \(command) --help")
        }
        values[name] = "true"
      } else if parts.count == 2 {
        values[name] = parts[1]
      } else if let value = rest.popFirst() {
        values[name] = value
      } else {
        throw UsageError("--\(name) needs a value", "beckon \(command) --help")
      }
    }
    self.values = values
    self.written = written
    self.positional = positional
  }

  /// The value of an option, if it was given.
  subscript(name: String) -> String? { values[name] }

  /// The value of an option as the command line has it, whatever the environment says.
  func written(_ name: String) -> String? { written.contains(name) ? values[name] : nil }

  /// Whether a flag was given.
  func has(_ name: String) -> Bool { ["true", "1", "yes"].contains(values[name] ?? "") }

  /// The app of `--app`, without which the command cannot work.
  func app() throws -> AppID {
    let word = try require("app")
    guard let app = AppID(word) else {
      throw UsageError("--app '\(word)' is not the id of an app", "beckon app list")
    }
    return app
  }

  /// The value of an option without which the command cannot work.
  func require(_ name: String) throws -> String {
    guard let value = values[name] else {
      throw UsageError("'\(command)' needs --\(name)", "beckon \(command) --help")
    }
    return value
  }

  /// Refuses words that belong to no option, for a command that takes none.
  func refuseWords() throws {
    guard let word = positional.first else { return }
    throw UsageError("'\(command)' does not take '\(word)'", "beckon \(command) --help")
  }

  /// A whole number.
  func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(name) must be a number from \(range.lowerBound) to \(range.upperBound)",
        "beckon \(command) --help")
    }
    return number
  }

  /// The longest span of time that an option may name.
  private static let daysMax: Int64 = 3_650

  /// A span of time: `0`, `45s`, `90m`, `36h` or `30d`.
  func milliseconds(_ name: String) throws -> Int64? {
    guard let text = values[name] else { return nil }
    if text == "0" { return 0 }
    let units: [Character: Int64] = [
      "s": Span.secondMilliseconds, "m": Span.minuteMilliseconds, "h": Span.hourMilliseconds,
      "d": Span.dayMilliseconds,
    ]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int64(text.dropLast()),
      (0...Self.daysMax * Span.dayMilliseconds / unit).contains(number)
    else {
      throw UsageError(
        "--\(name) '\(text)' is no span of time of at most \(Self.daysMax) days",
        "--\(name) 36h, or 0, 90m, 30d")
    }
    return number * unit
  }

  private static func variable(_ name: String) -> String {
    name.uppercased().replacingOccurrences(of: "-", with: "_")
  }

  /// The help of a command.
  static func help(_ usage: String, _ declared: [Declared]) -> String {
    let rows = declared.map { option in
      let left = "  --" + option.name + (option.value.map { " " + $0 } ?? "")
      return left.padded(to: max(36, left.count + 2)) + option.help
    }
    return ([usage, ""] + rows).joined(separator: "\n")
  }
}
