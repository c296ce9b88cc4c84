import BeckonModel
import Foundation

/// Runs benchmarks by name, or all; each prints one JSON line on standard output. Figures are told
/// as ratios to a peer or limit measured in the same run, because machines differ and drift.
@main
enum Program {
  /// One benchmark.
  struct Benchmark: Sendable {
    let name: String
    let run: @Sendable (Scale) async throws -> JSON
  }

  static let benchmarks: [Benchmark] = {
    var benchmarks = own
    #if Postgres
      benchmarks.append(Benchmark(name: "postgres-driver", run: PostgresDriver.run))
    #endif
    return benchmarks
  }()

  private static let own = [
    Benchmark(name: "startup", run: Startup.run),
    Benchmark(name: "redirect", run: Redirect.run),
    Benchmark(name: "events-single", run: EventsSingle.run),
    Benchmark(name: "events-batch", run: EventsBatch.run),
    Benchmark(name: "conversions", run: Conversions.run),
    Benchmark(name: "matching", run: Matching.run),
  ]

  /// Those that also run on a PostgreSQL server.
  static let onServer = ["redirect", "events-single", "conversions"]

  /// How long and how large.
  struct Scale: Sendable {
    var seconds = 8
    var facts = 10_000_000
    var clicks = 2_000_000
    /// URL of a PostgreSQL database to measure on; `nil` for SQLite files.
    var database: String?
  }

  static func main() async {
    var scale = Scale()
    var names: [String] = []
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      switch word {
      case "--database": scale.database = words.popFirst()
      case "--quick":
        (scale.seconds, scale.facts, scale.clicks) = (2, 200_000, 100_000)
      case "--help":
        say(
          "Usage: beckon-bench [--quick] [--database postgres://…] [NAME…]\n"
            + benchmarks.map(\.name).joined(separator: "\n")
        )
        return
      default: names.append(word)
      }
    }
    if scale.database != nil, names.isEmpty { names = onServer }
    let unknown = names.filter { name in !benchmarks.contains { $0.name == name } }
    guard unknown.isEmpty else {
      say("Error: no benchmark \(unknown[0])\nTry:   beckon-bench --help")
      exit(64)
    }
    for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
      say("\(benchmark.name) …")
      do {
        let result = try await benchmark.run(scale)
        let members = [JSON.Member("benchmark", .string(benchmark.name))] + (result.members ?? [])
        print(JSON.object(members).text)
        fflush(nil)
      } catch {
        say("\(benchmark.name) failed: \(error)")
        exit(1)
      }
    }
  }

  /// Tells a person what is going on.
  static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

/// A rate or ratio with as many digits as mean anything.
func rounded(_ number: Double) -> JSON {
  let scale = number >= 100 ? 1.0 : 1_000.0
  let value = (number * scale).rounded() / scale
  return .number(scale == 1 ? "\(Int64(value))" : "\(value)")
}
