import BeckonModel
import ChildProcess
import Foundation

/// The programs as they were built, run as processes.
enum BeckonProgram {
  struct Missing: Error, CustomStringConvertible {
    let path: String
    var description: String {
      "\(path) is not there: 'swift build -c release', or give its path in BECKON_PROGRAM"
    }
  }

  /// What a process left.
  struct Finished: Sendable {
    let status: Int32
    let output: String
    let errors: String

    /// The output as JSON.
    var json: JSON? { try? JSONReader.read(output) }
  }

  /// `beckon` itself, or a program beside it.
  static func url(_ name: String = "beckon") throws -> URL {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let beckon =
      ProcessInfo.processInfo.environment["BECKON_PROGRAM"]
      ?? package.appendingPathComponent(".build/release/beckon").path
    let url = URL(fileURLWithPath: beckon).deletingLastPathComponent().appendingPathComponent(name)
    guard FileManager.default.isExecutableFile(atPath: url.path) else {
      throw Missing(path: url.path)
    }
    return url
  }

  /// Starts a process, without this one's `BECKON_` variables.
  static func start(
    _ arguments: [String], name: String = "beckon", environment: [String: String] = [:],
    folder: String? = nil, output: ChildProcess.Stream, errors: ChildProcess.Stream
  ) throws -> ChildProcess {
    try ChildProcess(
      try url(name).path, arguments,
      environment: ProcessInfo.processInfo.environment
        .filter { !$0.key.hasPrefix("BECKON_") }
        .merging(environment) { $1 },
      folder: folder, output: output, errors: errors)
  }

  /// Runs a command to its end.
  static func run(
    _ arguments: String..., name: String = "beckon", environment: [String: String] = [:]
  ) async throws -> Finished {
    try await run(all: arguments, name: name, environment: environment)
  }

  /// Runs a command to its end, perhaps in a folder.
  static func run(
    all arguments: [String], name: String = "beckon", environment: [String: String] = [:],
    workingFolder: String? = nil
  ) async throws -> Finished {
    let folder = try TemporaryFolder()
    // Into files: nobody need read while it runs.
    let process = try start(
      arguments, name: name, environment: environment, folder: workingFolder,
      output: .file(folder.file("out")), errors: .file(folder.file("err")))
    let status = await process.ending()
    func text(_ name: String) -> String {
      String(
        decoding: FileManager.default.contents(atPath: folder.file(name)) ?? Data(), as: UTF8.self)
    }
    return Finished(status: status, output: text("out"), errors: text("err"))
  }
}
