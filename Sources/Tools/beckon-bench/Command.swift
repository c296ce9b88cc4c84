import ChildProcess
import Foundation

/// A program that runs to its end: a load generator, or another database's own tool.
enum Command {
  /// What it wrote to standard output.
  /// - Throws: `BenchError`, with its last words, unless it ends with 0.
  static func output(of program: String, _ arguments: [String]) throws -> String {
    let errors = FileManager.default.temporaryDirectory
      .appendingPathComponent("beckon-bench-errors-\(getpid())")
    defer { try? FileManager.default.removeItem(at: errors) }
    let process = try ChildProcess(
      "/usr/bin/env", [program] + arguments, output: .pipe, errors: .file(errors.path))
    let output = process.output?.readDataToEndOfFile() ?? Data()
    let status = process.waitUntilExit()
    // What `env` says of a program that it does not find.
    if status == 127 {
      throw BenchError("there is no \(program). Run: script/bootstrap --bench --postgres")
    }
    guard status == 0 else {
      let words = (FileManager.default.contents(atPath: errors.path) ?? Data()).suffix(500)
      throw BenchError("\(program) ended with \(status): " + String(decoding: words, as: UTF8.self))
    }
    return String(decoding: output, as: UTF8.self)
  }
}
