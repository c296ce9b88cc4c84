import BeckonModel
import Foundation

/// `beckon-sim fraud`: thieves with a publishable key and every route against honest people, on the
/// real server; see `docs/FRAUD.md`.
struct FraudCommand {
  private let first: UInt64
  private let seeds: Int
  private let database: String?
  private let wantsJSON: Bool
  /// Runs that may be spent on making each fault's story short.
  private let shrinkRuns: Int
  /// Of which faults to tell the story; `nil` for all.
  private let about: String?
  private var size = FraudRun.Size()

  /// The options with a number.
  static let numbers: Set = [
    "seed", "seeds", "rounds", "honest", "thieves", "moves", "shrink",
  ]

  /// - Throws: `SimulationOptions.UsageError`.
  init(_ options: SimulationOptions) throws {
    func number(_ name: String, _ usual: Int, _ range: ClosedRange<Int>) -> Int {
      let given = options.number(name).map { Int(clamping: $0) } ?? usual
      return min(max(given, range.lowerBound), range.upperBound)
    }
    first = options.number("seed") ?? UInt64.random(in: 0...999_999)
    seeds = number("seeds", 1, 1...1_000_000)
    shrinkRuns = number("shrink", 0, 0...10_000)
    size.rounds = number("rounds", 12, 1...1_000)
    size.honest = number("honest", 30, 1...5_000)
    size.thieves = number("thieves", 10, 0...1_000)
    size.moves = number("moves", 4, 1...100)
    size.trust = options.text("trust") ?? "server"
    size.only = options.text("only") ?? ""
    let named = options.text("operator") ?? "\(FraudOperator.Kind.just)"
    guard let kind = FraudOperator.Kind(rawValue: named) else {
      throw SimulationOptions.UsageError(
        description: "--operator is 'just', 'unjust' or 'none'")
    }
    size.review = kind
    database = options.text("database")
    about = options.text("about")
    wantsJSON = options.isOn("json")
    guard ["server", "client"].contains(size.trust) else {
      throw SimulationOptions.UsageError(description: "--trust is 'server' or 'client'")
    }
    guard ThiefMove.all.contains(where: { $0.name.hasPrefix(size.only) }) else {
      throw SimulationOptions.UsageError(
        description: "no move's name begins with '\(size.only)', the value of --only")
    }
    guard database == nil || seeds == 1 && shrinkRuns == 0 else {
      throw SimulationOptions.UsageError(
        description: "a --database that is given serves one run: no --seeds, no --shrink")
    }
    _ = try FraudDatabase(database).remove()
  }

  /// Runs every seed.
  /// - Returns: the exit status; 0 only if everything held.
  func run() async throws -> Int32 {
    Telling.say(
      "beckon-sim fraud --seed \(first) --seeds \(seeds) --rounds \(size.rounds) "
        + "--honest \(size.honest) --thieves \(size.thieves) --moves \(size.moves) "
        + "--trust \(size.trust)")
    var report = FraudReport(size, seeds: seeds, first: first)
    for seed in first..<first + UInt64(seeds) {
      var size = size
      size.seed = seed
      let began = MonotonicSeconds.now
      let result = try await FraudRun(size: size).run(try FraudDatabase(database)) {
        if seeds == 1 { Telling.say($0) }
      }
      Telling.say(
        "seed \(seed): \(result.calls) calls, \(result.made.count) moves, "
          + "\(result.violations.count) violations, "
          + "\(Telling.rounded(MonotonicSeconds.now - began, 1).text) s")
      report.add(result, seed: seed)
      try await tell(result, size)
    }
    wantsJSON
      ? Telling.result(report.json)
      : FileHandle.standardOutput.write(Data((report.text + "\n").utf8))
    return report.isSound ? 0 : 1
  }

  /// One of each kind of fault, with its story.
  private func tell(_ result: FraudRun.Result, _ size: FraudRun.Size) async throws {
    var told: Set<String> = []
    for violation in result.violations
    where about.map({ violation.name.contains($0) }) ?? true
      && told.insert(violation.name).inserted
    {
      var shown = violation
      var moves = result.made.count
      if shrinkRuns > 0 {
        let shrinker = FraudShrinker(size: size, runsMax: shrinkRuns) { try FraudDatabase(nil) }
        (moves, shown) = try await shrinker.shrink(violation, from: result.made)
      }
      Telling.line(
        """
        VIOLATION \(shown.name), seed \(size.seed), round \
        \(shown.round), \(moves) moves: \(shown.detail)
        """)
      for line in shown.story { Telling.line("    " + line) }
    }
  }
}
