import BeckonModel
import Foundation

/// Quality and speed of the search on real products, where the machine has them: `beckon evaluate
/// search` with queries that it makes itself, by the seeds 1 to 5.
enum Search {
  private static let catalogues = [("fashion", "productDisplayName"), ("bigbasket", "product")]
  private static let productsPerSecondMin = 30_000.0
  private static let milliseconds99Max = 5.0

  /// Where the sets are: `BECKON_DATA`, or a folder beside the repository that is measured.
  static var folder: String {
    let folder =
      ProcessInfo.processInfo.environment["BECKON_DATA"]
      ?? FileManager.default.currentDirectoryPath + "/.." + "/shared" + "/data"
    return folder + "/catalogues"
  }

  static func run(_ scale: Scale) throws -> JSON {
    guard catalogues.allSatisfy({ FileManager.default.fileExists(atPath: path($0.0)) }) else {
      return ["skipped": .string("there are no catalogues in \(folder): set BECKON_DATA")]
    }
    var (figures, floors) = ([JSON.Member](), [Recommendations.Floor]())
    for (name, column) in catalogues {
      for kind in ["known-item", "typos", "prefixes"] {
        for seed in scale.isQuick ? 1...1 : 1...5 {
          let label = "\(name) \(kind) \(seed)"
          Telling.say("  \(label) …")
          let result = try evaluate(path(name), column, kind, seed)
          figures.append(JSON.Member(label, result))
          floors += Self.floors(label, kind, result)
        }
      }
    }
    try Recommendations.check(floors, of: .object(figures))
    return .object(figures)
  }

  private static func path(_ name: String) -> String { "\(folder)/\(name).csv" }

  private static func evaluate(
    _ catalogue: String, _ column: String, _ kind: String, _ seed: Int
  ) throws -> JSON {
    try JSONReader.read(
      Command.output(
        of: Workshop.program,
        [
          "evaluate", "search", "--catalogue", catalogue, "--text", column, "--generate", kind,
          "--seed", "\(seed)", "--json",
        ]))
  }

  /// What each run must reach; products of which many begin alike bound what prefixes can find.
  private static func floors(
    _ label: String, _ kind: String, _ result: JSON
  ) -> [Recommendations.Floor] {
    let quality: (name: String, bound: Double) =
      switch kind {
      case "known-item": ("reciprocal_rank_at_10", 0.99)
      case "typos": ("recall_at_10", 0.97)
      default: ("recall_at_10", 0.95)
      }
    return [
      Recommendations.Floor(
        name: "\(label) \(quality.name)", value: result[quality.name]?.double,
        bound: quality.bound),
      Recommendations.Floor(
        name: "\(label) p99", value: result["query_milliseconds"]?["p99"]?.double,
        bound: milliseconds99Max, isMost: true),
      Recommendations.Floor(
        name: "\(label) products a second",
        value: result["index"]?["products_per_second"]?.double, bound: productsPerSecondMin),
    ]
  }
}
