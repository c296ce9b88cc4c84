import BeckonModel
import Foundation

/// From the start of the process to its ready line on an empty database, and the memory it holds
/// when idle.
enum Startup {
  private static let runs = 9

  static func run(_ scale: Program.Scale) async throws -> JSON {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("beckon-bench-startup-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var milliseconds: [Double] = []
    var megabytes: [Double] = []
    for run in 0..<runs {
      let path = folder.appendingPathComponent("run\(run).db").path
      let server = try ServerProcess(database: "sqlite:" + path)
      milliseconds.append(Double(server.readyNanoseconds) / 1e6)
      _ = try Wrk.output(of: "curl", ["-s", server.url + "/health"])
      megabytes.append(Double(server.residentBytes ?? 0) / 1_048_576)
      server.stop()
    }
    return [
      "ready_milliseconds": rounded(milliseconds.sorted()[runs / 2]), "goal_milliseconds": 200,
      "idle_megabytes": rounded(megabytes.sorted()[runs / 2]), "goal_megabytes": 60,
    ]
  }
}
