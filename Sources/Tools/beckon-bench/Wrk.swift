import Foundation

/// The load generator wrk, one thread.
enum Wrk {
  /// What it measured.
  struct Result {
    let requestsPerSecond: Double
    let p99Milliseconds: Double
    /// Answers that were neither 2xx nor 3xx, and sockets that failed.
    let failures: Int
  }

  static func run(
    _ url: String, connections: Int, seconds: Int, script: String? = nil
  ) throws -> Result {
    var arguments = ["-t1", "-c\(connections)", "-d\(seconds)s", "--latency", "--timeout", "10s"]
    if let script { arguments += ["-s", script] }
    let text = try Self.output(of: "wrk", arguments + [url])
    guard let rate = number(after: "Requests/sec:", in: text) else {
      throw BenchError("wrk said: \(text)")
    }
    let bad = number(after: "Non-2xx or 3xx responses:", in: text) ?? 0
    let sockets = text.split(separator: "\n").first { $0.contains("Socket errors") }
      .map { $0.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }.reduce(0, +) }
    return Result(
      requestsPerSecond: rate, p99Milliseconds: milliseconds(after: "99%", in: text),
      failures: Int(bad) + (sockets ?? 0))
  }

  static func output(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchError("\(program) failed; script/bench installs it")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// The number behind a label.
  static func number(after label: String, in text: String) -> Double? {
    text.range(of: label).flatMap { range in
      Double(
        text[range.upperBound...].drop { $0 == " " }.prefix { $0.isNumber || $0 == "." })
    }
  }

  /// wrk writes `812.00us`, `1.23ms`, `1.02s`.
  private static func milliseconds(after label: String, in text: String) -> Double {
    guard let range = text.range(of: label), let value = number(after: label, in: text) else {
      return 0
    }
    let unit = text[range.upperBound...].drop { $0 == " " || $0.isNumber || $0 == "." }.prefix(2)
    return unit == "us" ? value / 1_000 : unit.hasPrefix("ms") ? value : value * 1_000
  }
}
