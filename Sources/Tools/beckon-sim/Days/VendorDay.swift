import BeckonModel
import Foundation

/// A day in the life of a vendor's clients: what they sent and what the server then tells of it
/// must be equal.
struct VendorDay: Sendable {
  /// The subcommand.
  let name: String
  /// What `--help` says of it.
  let usage: String
  /// Plays the day on an empty database.
  let play: @Sendable (DaySize, FraudDatabase) async throws -> DayResult
}

/// How large a day is, and what happens on it.
struct DaySize: Sendable {
  let users: Int
  let seed: UInt64
  /// Whether also those events are repeated long after that nothing tells from new ones: then the
  /// server counts them again, and the day must show it.
  let repeatsAll: Bool
}

/// What came of a day.
struct DayResult: Sendable {
  /// How much of what was done, by its name.
  var done: [(name: String, count: Int)] = []
  /// What the server tells otherwise than it was.
  var violations: [DayViolation] = []
}

/// Something that the server tells otherwise than it was.
struct DayViolation: Sendable {
  /// Of what it tells: a report, a user's payments.
  let about: String
  let expected: String
  let found: String
}

/// `beckon-sim ‹vendor› [--users N] [--seed S] [--database sqlite|postgres://…] [--repeat-all]`.
struct DayCommand {
  private let day: VendorDay
  private let size: DaySize
  private let database: FraudDatabase

  /// - Throws: `SimulationOptions.UsageError`.
  init?(_ arguments: [String]) throws {
    guard let day = VendorDay.all.first(where: { $0.name == arguments.first }) else { return nil }
    let options = try SimulationOptions(
      arguments, numbers: ["users", "seed"], texts: ["database"],
      switches: ["repeat-all"])
    self.day = day
    size = DaySize(
      users: min(max(options.number("users").map { Int(clamping: $0) } ?? 1_000, 1), 60_000),
      seed: options.number("seed") ?? UInt64.random(in: 0...999_999),
      repeatsAll: options.isOn("repeat-all"))
    database = try FraudDatabase(options.text("database"))
  }

  /// Plays the day.
  /// - Returns: the exit status; 0 only if all that the server tells is true.
  func run() async throws -> Int32 {
    Telling.say("beckon-sim \(day.name) --users \(size.users) --seed \(size.seed)")
    let began = MonotonicSeconds.now
    let result = try await day.play(size, database)
    for violation in result.violations {
      Telling.line(
        "VIOLATION \(violation.about): expected \(violation.expected), found \(violation.found)")
    }
    Telling.say("\(Telling.rounded(MonotonicSeconds.now - began, 1).text) s")
    Telling.result([
      "seed": .integer(Int64(clamping: size.seed)), "users": .integer(Int64(size.users)),
      "sound": .bool(result.violations.isEmpty),
      "done": .object(
        result.done.map { JSON.Member($0.name, .integer(Int64($0.count))) }),
      "violations": .array(
        result.violations.map {
          [
            "about": .string($0.about), "expected": .string($0.expected),
            "found": .string($0.found),
          ]
        }),
    ])
    return result.violations.isEmpty ? 0 : 1
  }
}
