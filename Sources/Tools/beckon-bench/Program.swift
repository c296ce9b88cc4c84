import BeckonDatabase
import BeckonModel
import BeckonStore
import Foundation

/// Runs benchmarks by name, or all; each prints one JSON line on standard output. Figures are told
/// as ratios to a peer or limit measured in the same run, because machines differ and drift.
@main
enum Program {
  /// One benchmark.
  struct Benchmark: Sendable {
    /// The databases it runs on.
    enum Place {
      case files, server, both
    }

    let name: String
    let place: Place
    let run: @Sendable (Scale) async throws -> JSON

    init(
      _ name: String, _ place: Place = .files, run: @escaping @Sendable (Scale) async throws -> JSON
    ) {
      (self.name, self.place, self.run) = (name, place, run)
    }

    func runs(on scale: Scale) -> Bool {
      place == .both || (place == .server) == (scale.database != nil)
    }
  }

  static let benchmarks: [Benchmark] = {
    var benchmarks = [
      Benchmark("startup", run: Startup.run),
      Benchmark("redirect", .both, run: Redirect.run),
      Benchmark("events-single", .both, run: EventsSingle.run),
      Benchmark("events-batch", run: EventsBatch.run),
      Benchmark("conversions", .both, run: Conversions.run),
      Benchmark("leaderboard", .both, run: Leaderboard.run),
      Benchmark("matching", run: Matching.run),
      Benchmark("installs", .both, run: Installs.run),
      Benchmark("recommendations") { try Recommendations.run($0) },
      Benchmark("recommendations-served", run: RecommendationsServed.run),
      Benchmark("recommendations-million", run: RecommendationsServed.runMillion),
      Benchmark("search") { try Search.run($0) },
      Benchmark("search-served", run: SearchServed.run),
      Benchmark("texts", .both, run: Texts.run),
      Benchmark("dashboard", run: DashboardPages.run),
    ]
    benchmarks += Benchmark.vendors
    #if Postgres
      benchmarks.append(Benchmark("postgres-driver", .server, run: PostgresDriver.run))
    #endif
    return benchmarks
  }()

  static func main() async {
    do {
      let order = try Order(CommandLine.arguments.dropFirst())
      guard !order.wantsHelp else {
        return Telling.say(Order.usage + list())
      }
      let isWorse = try await run(order)
      if isWorse { exit(3) }
    } catch let error as BenchError where error.isUsage {
      Telling.say("Error: \(error)\nTry:   beckon-bench --help")
      exit(64)
    } catch DatabaseError.unavailable(let reason), DatabaseError.unreadable(let reason) {
      Telling.say("Error: \(reason)")
      exit(1)
    } catch {
      Telling.say("Error: \(error)")
      exit(1)
    }
  }

  /// The names, and where each runs.
  private static func list() -> String {
    let width = (benchmarks.map(\.name.count).max() ?? 0) + 2
    return benchmarks.map { benchmark in
      let name = benchmark.name.padding(toLength: width, withPad: " ", startingAt: 0)
      switch benchmark.place {
      case .files: return "  \(name)on SQLite"
      case .server: return "  \(name)with --database"
      case .both: return "  \(name)on SQLite, and with --database"
      }
    }.joined(separator: "\n")
  }

  private static func chosen(_ order: Order) throws -> [Benchmark] {
    let possible = benchmarks.filter { $0.runs(on: order.scale) }
    let unknown = order.names.filter { name in !possible.contains { $0.name == name } }
    guard unknown.isEmpty else {
      let place = order.scale.database == nil ? "SQLite" : "PostgreSQL"
      let names = possible.map(\.name).joined(separator: ", ")
      throw BenchError(
        "there is no benchmark '\(unknown[0])' on \(place), but: \(names)", isUsage: true)
    }
    return possible.filter { order.names.isEmpty || order.names.contains($0.name) }
  }

  /// - Returns: whether a figure is worse than the one that it is compared with.
  private static func run(_ order: Order) async throws -> Bool {
    var thresholds = try order.thresholds.map { try Thresholds(path: $0) }
    var worse: [String] = []
    for benchmark in try chosen(order) {
      let result = try await run(benchmark, order.scale)
      let name = order.scale.name + "/" + benchmark.name
      worse += thresholds?.worse(in: result, of: name) ?? []
      if !order.accepts {
        for figure in thresholds?.unknown(in: result, of: name) ?? [] {
          Telling.say("No figure to compare with: \(figure)")
        }
      }
      if order.accepts { try thresholds?.accept(result, of: name) }
    }
    for line in worse { Telling.say("Worse: \(line)") }
    return !worse.isEmpty && !order.accepts
  }

  private static func run(_ benchmark: Benchmark, _ scale: Scale) async throws -> JSON {
    Telling.say("\(benchmark.name) …")
    do {
      let result = try await benchmark.run(scale)
      tell(result, of: benchmark, scale)
      return result
    } catch let error as BenchError {
      // What was measured is told, also where it is not as it must be.
      if let figures = error.figures { tell(figures, of: benchmark, scale) }
      throw BenchError("\(benchmark.name): \(error)", isUsage: error.isUsage)
    }
  }

  private static func tell(_ result: JSON, of benchmark: Benchmark, _ scale: Scale) {
    let database = scale.database == nil ? "sqlite" : "postgres"
    Telling.result(
      .object(
        [
          JSON.Member("benchmark", .string(benchmark.name)),
          JSON.Member("database", .string(database)),
        ] + (result.members ?? [])))
  }
}
