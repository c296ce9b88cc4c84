import BeckonBasics
import BeckonModel
import BeckonStore
import BeckonTesting
import ChildProcess
import Foundation

/// `beckon-sim crash`: ends the real server under load again and again, and checks that every fact
/// it acknowledged is there once.
struct CrashCommand {
  private let rounds: Int
  private let seed: UInt64
  private let program: URL
  private let directory: URL

  init(_ options: SimulationOptions) {
    rounds = Int(max(1, min(options.number("rounds") ?? 20, 1_000_000)))
    seed = options.number("seed") ?? UInt64.random(in: 0...999_999)
    let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    program =
      options.text("program").map { URL(fileURLWithPath: $0) }
      ?? beside.appendingPathComponent("beckon")
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("beckon-crash-\(getpid())-\(seed)")
  }

  /// What all rounds brought.
  private struct Totals {
    var endings: [String: Int] = [:]
    var repeated = 0
    var torn = 0
    var violations: [String] = []
    var sums: [LedgerCheck.Sum] = []
    var acknowledged = AcknowledgedFacts()
  }

  /// Runs all rounds, or up to the first that goes wrong.
  /// - Returns: the exit status.
  func run() async -> Int32 {
    Telling.say("beckon-sim crash --rounds \(rounds) --seed \(seed) --program \(program.path)")
    let start = MonotonicSeconds.now
    var totals = Totals()
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try await live(&totals)
    } catch {
      totals.violations.append("\(error)")
    }
    report(totals, seconds: MonotonicSeconds.now - start)
    guard totals.violations.isEmpty else {
      for violation in totals.violations.prefix(20) { Telling.line("VIOLATION " + violation) }
      Telling.say("kept in \(directory.path); repeat with --rounds \(rounds) --seed \(seed)")
      return 1
    }
    try? FileManager.default.removeItem(at: directory)
    return 0
  }

  private var database: String { directory.appendingPathComponent("beckon.db").path }
  private var log: URL { directory.appendingPathComponent("server.log") }

  private func live(_ totals: inout Totals) async throws {
    var chance = SeededGenerator(seed: seed)
    let app = try createApp()
    var server = try ServerProcess(program: program, database: database, log: log)
    let shop = try SimulatedShop(
      publishableKey: app["publishable_key"]?.string ?? "",
      secretKey: app["secret_key"]?.string ?? "", port: server.port)
    for number in 1...rounds {
      let began = MonotonicSeconds.now
      let round = CrashRound(number: number, program: program, database: database, log: log)
      let end = round.live(server, shop, &totals.acknowledged, &chance)
      totals.endings[end.ending, default: 0] += 1
      totals.violations += end.violations
      if end.ending == "killed" {
        let torn = try TornCopy(
          of: database, to: directory.appendingPathComponent("torn.db").path, chance: &chance)
        totals.violations += await torn.violations(shop)
        totals.torn += 1
      }
      server = try ServerProcess(program: program, database: database, log: log)
      let found = try await round.inspect(server, shop, &totals.acknowledged, &chance)
      totals.violations += found.violations
      totals.repeated += found.repeated
      totals.sums = found.sums
      sayRound(number, end.ending, totals, seconds: MonotonicSeconds.now - began)
      guard totals.violations.isEmpty else { break }
    }
    if server.stop(withinSeconds: 15) != 0 {
      totals.violations.append("the last server did not exit with 0")
    }
  }

  private func createApp() throws -> JSON {
    let process = try ChildProcess(
      program.path,
      ["app", "create", "--name", "Simulation", "--json", "--database", "sqlite:\(database)"],
      output: .pipe, errors: .file(log.path))
    let answer = process.outputLine()
    process.waitUntilExit()
    return try JSONReader.read(answer)
  }

  // MARK: Telling

  private func sayRound(_ number: Int, _ ending: String, _ totals: Totals, seconds: Double) {
    let counts = totals.acknowledged.counts
    Telling.say(
      "round \(number): \(ending); \(counts["clicks"] ?? 0) clicks, "
        + "\(totals.acknowledged.events.count) events, \(counts["conversions"] ?? 0) conversions, "
        + "\(totals.acknowledged.transfers.count) transfers told, "
        + "\(totals.violations.count) violations, \(Telling.rounded(seconds, 1).text) s")
  }

  private func report(_ totals: Totals, seconds: Double) {
    func object(_ counts: [String: Int]) -> JSON {
      .object(counts.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .integer($0.value)) })
    }
    let facts = totals.acknowledged
    var acknowledged = facts.counts.filter { !["reads", "hostile"].contains($0.key) }
    acknowledged["events"] = facts.events.count
    let statuses = Dictionary(
      facts.statuses.map { ("\($0.key)", $0.value) }, uniquingKeysWith: { $1 })
    Telling.result([
      "simulation": "crash", "seed": .integer(seed), "rounds": .integer(rounds),
      "sound": .bool(totals.violations.isEmpty), "acknowledged": object(acknowledged),
      "hostile": .integer(facts.counts["hostile"] ?? 0), "answers": object(statuses),
      "duplicates_sent": .integer(facts.duplicatesSent),
      "repeated_after_restart": .integer(totals.repeated), "endings": object(totals.endings),
      "torn_disks": .integer(totals.torn),
      "lost": .integer(totals.violations.filter { $0.contains("lost") }.count),
      "doubled": .integer(
        totals.violations.filter { $0.contains("twice") || $0.contains("doubled") }.count),
      "violations": .array(totals.violations.prefix(10).map(JSON.string)),
      "ledger_sums": .object(totals.sums.map { JSON.Member($0.unit, .integer($0.sum)) }),
      "seconds": Telling.rounded(seconds, 1),
    ])
  }
}
