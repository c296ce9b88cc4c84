import BeckonModel
import ChildProcess
import Foundation

/// From the start of the process to its ready line on an empty database, and the memory it holds
/// when idle.
enum Startup {
  private static let runs = 9

  static func run(_ scale: Scale) async throws -> JSON {
    let folder = try Workshop.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var milliseconds: [Double] = []
    var megabytes: [Double] = []
    for run in 0..<runs {
      let server = try ServerProcess(
        program: Workshop.program,
        database: "sqlite:" + folder.appendingPathComponent("run\(run).db").path,
        log: folder.appendingPathComponent("server.log").path)
      milliseconds.append(Double(server.readyNanoseconds) / 1e6)
      _ = try Command.output(of: "curl", ["-s", server.url + "/health"])
      megabytes.append(Double(server.process.residentBytes) / 1_048_576)
      server.stop()
    }
    return [
      "ready_milliseconds": Telling.rounded(milliseconds.sorted()[runs / 2]),
      "goal_milliseconds": 200,
      "idle_megabytes": Telling.rounded(megabytes.sorted()[runs / 2]), "goal_megabytes": 60,
    ]
  }
}

extension ChildProcess {
  /// Resident memory in bytes, as Linux tells it; 0 elsewhere.
  var residentBytes: Int {
    let path = "/proc/\(identifier)/status"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return 1_024 * Int(Words.number(after: "VmRSS:\t", in: text) ?? 0)
  }
}
