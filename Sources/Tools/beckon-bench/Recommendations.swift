import BeckonModel
import Foundation

/// Quality and speed of recommendations by the default settings, on real clicks where the machine
/// has them: `beckon evaluate sessions` on two sets, and on one of them made larger.
enum Recommendations {
  /// A figure that has to be reached.
  struct Floor {
    let name: String
    let value: Double?
    let bound: Double
    var isMost = false

    var isMissed: Bool {
      guard let value else { return true }
      return isMost ? value > bound : value < bound
    }
  }

  /// Copies of the larger set, each with items of its own, which make ten million clicks.
  private static let copies = 11
  private static let bytesMax = 2e9
  private static let milliseconds90Max = 0.35

  /// Where the sets are: `BECKON_DATA`, or a folder beside the repository that is measured.
  static var folder: String {
    ProcessInfo.processInfo.environment["BECKON_DATA"]
      ?? FileManager.default.currentDirectoryPath + "/.." + "/shared" + "/data"
  }

  static func run(_ scale: Scale) throws -> JSON {
    let sets = ["serenade", "diginetica"].map { folder + "/" + $0 }
    guard sets.allSatisfy(FileManager.default.fileExists) else {
      return ["skipped": .string("there are no sets of clicks in \(folder): set BECKON_DATA")]
    }
    let small = try evaluate(
      sets[0] + "/serenade_example_train.txt", sets[0] + "/serenade_example_test.txt", "serenade")
    let (train, test) = (sets[1] + "/train_sessions.txt", sets[1] + "/test_prefix_target.txt")
    let large = try evaluate(train, test, "prefix")
    let largest = try scale.isQuick ? nil : enlarged(train, test)
    let figures = JSON.object([
      "serenade": small, "diginetica": large, "ten_million_clicks": largest,
    ])
    try check(
      floors("serenade", small, hits: 0.655, ranks: 0.345)
        + floors("diginetica", large, hits: 0.525, ranks: 0.187) + [
          Floor(
            name: "diginetica p90", value: large["call_milliseconds"]?["p90"]?.double,
            bound: milliseconds90Max, isMost: true),
          Floor(
            name: "bytes of ten million clicks",
            value: largest.map { $0["peak_bytes"]?.double ?? .infinity } ?? 0, bound: bytesMax,
            isMost: true),
        ], of: figures)
    return figures
  }

  private static func floors(
    _ name: String, _ figures: JSON, hits: Double, ranks: Double
  ) -> [Floor] {
    let at20 = figures["at_20"]
    return [
      Floor(name: name + " HR@20", value: at20?["hit_rate"]?.double, bound: hits),
      Floor(name: name + " MRR@20", value: at20?["reciprocal_rank"]?.double, bound: ranks),
    ]
  }

  /// Says which figures are not as they must be.
  static func check(_ floors: [Floor], of figures: JSON) throws {
    let missed = floors.filter(\.isMissed).map { floor in
      "\(floor.name) is \(floor.value.map { "\($0)" } ?? "nothing"), the bound is \(floor.bound)"
    }
    guard missed.isEmpty else { throw BenchError(missed.joined(separator: "; "), figures: figures) }
  }

  private static func evaluate(_ train: String, _ test: String, _ format: String) throws -> JSON {
    try JSONReader.read(
      Command.output(
        of: Workshop.program,
        ["evaluate", "sessions", "--train", train, "--test", test, "--format", format, "--json"]))
  }

  /// Lines that are predicted of the larger set.
  private static let testLines = 5_000

  /// The same sessions again and again, each time with other items.
  private static func enlarged(_ train: String, _ test: String) throws -> JSON {
    let folder = try Workshop.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (more, few) = (folder.path + "/train.txt", folder.path + "/test.txt")
    let lines = try String(contentsOfFile: train, encoding: .utf8).split(separator: "\n")
    guard FileManager.default.createFile(atPath: more, contents: nil),
      let handle = FileHandle(forWritingAtPath: more)
    else { throw BenchError("\(more) cannot be written") }
    for copy in 0..<copies {
      let mark = copy == 0 ? "" : "\(copy)-"
      let text = lines.map { line in
        line.split(separator: " ").map { mark + $0 }.joined(separator: " ") + "\n"
      }
      try handle.write(contentsOf: Data(text.joined().utf8))
    }
    try handle.close()
    let tests = try String(contentsOfFile: test, encoding: .utf8).split(separator: "\n")
    try Data(tests.prefix(testLines).joined(separator: "\n").utf8).write(
      to: URL(fileURLWithPath: few))
    return try evaluate(more, few, "prefix")
  }
}
