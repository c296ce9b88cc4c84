import BeckonModel
import ChildProcess

/// The load generator wrk, one thread.
enum Wrk {
  /// What it measured.
  struct Result {
    let requestsPerSecond: Double
    let p99Milliseconds: Double
    /// Answers that were neither 2xx nor 3xx, and sockets that failed.
    let failures: Int
    let requests: Double
    /// What a request cost our own server; `nil` for a peer.
    var cost: ProcessorCost?

    /// The same as a figure to compare with the commit before.
    var processorRatio: JSON { cost.map { Telling.rounded($0.ratio) } ?? .null }
  }

  /// Loads our own server, and measures what that costs it.
  static func run(
    _ server: ServerProcess, _ path: String, connections: Int, seconds: Int, script: String
  ) throws -> Result {
    var (result, cost) = try ProcessorCost.measure(server, requests: \Result.requests) {
      try run(server.url + path, connections: connections, seconds: seconds, script: script)
    }
    result.cost = cost
    return result
  }

  static func run(
    _ url: String, connections: Int, seconds: Int, script: String? = nil
  ) throws -> Result {
    var arguments = ["-t1", "-c\(connections)", "-d\(seconds)s", "--latency", "--timeout", "10s"]
    if let script { arguments += ["-s", script] }
    let text = try Command.output(of: "wrk", arguments + [url])
    guard let rate = Words.number(after: "Requests/sec:", in: text) else {
      throw BenchError("wrk said: \(text)")
    }
    let refused = Words.number(after: "Non-2xx or 3xx responses:", in: text) ?? 0
    return Result(
      requestsPerSecond: rate, p99Milliseconds: try p99Milliseconds(in: text),
      failures: Int(refused) + socketErrors(text), requests: requests(text))
  }

  /// wrk writes `Socket errors: connect 0, read 3, write 0, timeout 0`.
  private static func socketErrors(_ text: String) -> Int {
    let line = text.split(separator: "\n").first { $0.contains("Socket errors") } ?? ""
    return line.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }.reduce(0, +)
  }

  /// wrk writes `28233 requests in 2.00s, 5.08MB read`.
  private static func requests(_ text: String) -> Double {
    let line = text.split(separator: "\n").first { $0.contains(" requests in ") } ?? ""
    return line.split(separator: " ").first.flatMap { Double($0) } ?? 0
  }

  /// wrk writes `     99%    1.23ms`, in `us`, `ms` or `s`. Before that it writes which share was
  /// near the mean, such as `87.99%`.
  private static func p99Milliseconds(in text: String) throws -> Double {
    let label = " 99%"
    guard let rest = Words.rest(after: label, in: text),
      let value = Words.number(after: label, in: text)
    else { throw BenchError("wrk said: \(text)") }
    let unit = rest.drop { $0.isNumber || $0 == "." }.prefix(2)
    return unit == "us" ? value / 1_000 : unit == "ms" ? value : value * 1_000
  }
}

/// What other programs print for people, read.
enum Words {
  /// What stands behind a label and its spaces.
  static func rest(after label: String, in text: String) -> Substring? {
    guard let start = text.firstRange(of: label)?.upperBound else { return nil }
    return text[start...].drop { $0 == " " }
  }

  /// The number behind a label.
  static func number(after label: String, in text: String) -> Double? {
    rest(after: label, in: text).flatMap { Double($0.prefix { $0.isNumber || $0 == "." }) }
  }
}
