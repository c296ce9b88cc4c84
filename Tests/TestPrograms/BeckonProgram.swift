import BeckonModel
import ChildProcess
import Foundation

/// The programs as they were built, run as processes.
public enum BeckonProgram {
  /// It was not built.
  public struct Missing: Error, CustomStringConvertible {
    /// Where it should be.
    public let path: String
    /// What to do.
    public var description: String {
      "\(path) is not there: 'swift build -c release', or give its path in BECKON_PROGRAM"
    }
  }

  /// What a process left.
  public struct Finished: Sendable {
    /// Its exit status; of a signal, its number below zero.
    public let status: Int32
    /// What it wrote to standard output.
    public let output: String
    /// What it wrote to standard error.
    public let errors: String

    /// The output as JSON.
    public var json: JSON? { try? JSONReader.read(output) }
  }

  /// The repository that this was compiled from.
  public static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// `beckon` itself, or a program beside it.
  /// - Throws: `Missing`.
  public static func url(_ name: String = "beckon") throws -> URL {
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
  /// - Throws: `Missing`, `ChildProcess.Failure`.
  public static func start(
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
  /// - Throws: `Missing`, `ChildProcess.Failure`.
  public static func run(
    _ arguments: String..., name: String = "beckon", environment: [String: String] = [:]
  ) async throws -> Finished {
    try await run(all: arguments, name: name, environment: environment)
  }

  /// Runs a command to its end, perhaps in a folder.
  /// - Throws: `Missing`, `ChildProcess.Failure`.
  public static func run(
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
