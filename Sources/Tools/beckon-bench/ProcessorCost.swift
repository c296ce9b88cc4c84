import ChildProcess
import Foundation

/// What one request costs the server's processors. Its ratio to a yardstick that is measured right
/// before and after is what a commit can be held to on a machine that others use too: a busy
/// neighbour takes time away from both.
struct ProcessorCost {
  let microsecondsPerRequest: Double
  /// Beside one piece of `Yardstick`.
  let ratio: Double

  /// Measures the server while `load` runs.
  /// - Parameter requests: how many requests the load made.
  static func measure<Result>(
    _ server: ServerProcess, requests: (Result) -> Double, _ load: () throws -> Result
  ) throws -> (Result, ProcessorCost) {
    let before = try Yardstick.microseconds()
    let start = server.process.processorMicroseconds
    let result = try load()
    guard let start, let end = server.process.processorMicroseconds, end > start else {
      throw BenchError("the system does not tell what the server costs, or it has ended")
    }
    let spent = end - start
    let piece = (before + (try Yardstick.microseconds())) / 2
    let each = spent / max(1, requests(result))
    return (result, ProcessorCost(microsecondsPerRequest: each, ratio: each / piece))
  }
}

/// A fixed piece of work of the kinds that a server's processors do: text and tables in memory, and
/// a durable write.
enum Yardstick {
  private static let pieces = 400

  /// Processor time of one piece, as this thread just spent it.
  static func microseconds() throws -> Double {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("beckon-bench-yardstick-\(getpid())").path
    let file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    guard file >= 0 else { throw BenchError("cannot write to \(path)") }
    defer {
      close(file)
      unlink(path)
    }
    let start = threadMicroseconds
    for piece in 0..<pieces {
      let page = page(piece)
      guard write(file, page, page.count) == page.count, fdatasync(file) == 0 else {
        throw BenchError("cannot write to \(path)")
      }
    }
    return (threadMicroseconds - start) / Double(pieces)
  }

  /// 16 KB of sorted text.
  private static func page(_ piece: Int) -> [UInt8] {
    var table: [String: Int] = [:]
    for number in 0..<400 { table["entry \((number &* 7_919 &+ piece) % 10_007)"] = number }
    let lines = table.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value) of \(piece)\n" }
    return Array(lines.joined().utf8.prefix(16_384))
  }

  private static var threadMicroseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
