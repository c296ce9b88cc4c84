import BeckonModel
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

  /// A process that is not started yet, without this one's `BECKON_` variables.
  static func process(
    _ arguments: [String], name: String = "beckon", environment: [String: String] = [:]
  ) throws -> Process {
    let process = Process()
    process.executableURL = try url(name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("BECKON_") }
      .merging(environment) { $1 }
    return process
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
    let process = try process(arguments, name: name, environment: environment)
    if let workingFolder {
      process.currentDirectoryURL = URL(fileURLWithPath: workingFolder)
    }
    // Into files: nobody need read while it runs.
    for name in ["out", "err"] {
      _ = FileManager.default.createFile(atPath: folder.file(name), contents: nil)
    }
    process.standardOutput = FileHandle(forWritingAtPath: folder.file("out"))
    process.standardError = FileHandle(forWritingAtPath: folder.file("err"))
    let status: Int32 = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        continuation.resume(throwing: error)
      }
    }
    func text(_ name: String) -> String {
      String(
        decoding: FileManager.default.contents(atPath: folder.file(name)) ?? Data(), as: UTF8.self)
    }
    return Finished(status: status, output: text("out"), errors: text("err"))
  }
}
