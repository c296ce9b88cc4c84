import BeckonBasics
import ChildProcess
import Foundation

/// Work that is due at a fixed rate, whether what was due before is done or not: each time counts
/// from when it was due, so a server that falls behind is seen to.
struct OpenLoop: Sendable {
  /// Pieces of work in a second.
  let rate: Int
  let seconds: Int
  /// Threads, each with a connection: more than are ever waited for at one time.
  private static let threads = 64

  /// What came of it.
  struct Result: Sendable {
    var milliseconds: [Double] = []
    var failures = 0

    /// The time within which so many of a hundred were done.
    func percentile(_ hundredth: Int) -> Double {
      let sorted = milliseconds.sorted()
      guard let last = sorted.indices.last else { return .infinity }
      return sorted[min(last, sorted.count * hundredth / 100)]
    }
  }

  /// Runs it.
  /// - Parameter work: one piece, by its number; `false` when it failed.
  func run(
    port: Int, _ work: @escaping @Sendable (Int, LoopConnection) -> Bool
  ) async -> Result {
    let result = Locked(Result())
    // Half a second, so that all threads are there when the first piece is due.
    let start = MonotonicClock.nanoseconds() + 500_000_000
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<Self.threads {
        group.addTask {
          await withCheckedContinuation { done in
            Thread.detachNewThread {
              turn(thread, start, port, result, work)
              done.resume()
            }
          }
        }
      }
    }
    return result.withLock { $0 }
  }

  private func turn(
    _ thread: Int, _ start: UInt64, _ port: Int, _ result: Locked<Result>,
    _ work: (Int, LoopConnection) -> Bool
  ) {
    var own = Result()
    let connection = LoopConnection(port: port)
    for piece in stride(from: thread, to: rate * seconds, by: Self.threads) {
      let due = start + UInt64(piece) * 1_000_000_000 / UInt64(rate)
      let now = MonotonicClock.nanoseconds()
      // Sleeps because: nothing else tells that it is due.
      if now < due { usleep(UInt32((due - now) / 1_000)) }
      if let connection, work(piece, connection) {
        own.milliseconds.append(Double(MonotonicClock.nanoseconds() - due) / 1e6)
      } else {
        own.failures += 1
      }
    }
    let mine = own
    result.withLock { result in
      result.milliseconds += mine.milliseconds
      result.failures += mine.failures
    }
  }
}

/// A connection that stays open, for one thread.
final class LoopConnection {
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  init?(port: Int) {
    guard let descriptor = LocalSocket.connected(to: port) else { return nil }
    self.descriptor = descriptor
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
  }

  deinit { close(descriptor) }

  /// Sends a request and gives the body of the answer; `nil` for any but a success.
  func body(_ method: String, _ path: String, key: String, _ body: String = "") -> String? {
    let request =
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(key)\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
    let bytes = Array(request.utf8)
    guard send(descriptor, bytes, bytes.count, 0) == bytes.count else { return nil }
    var answer: [UInt8] = []
    var (body, length) = (0, Int.max)
    while answer.count < length {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      answer += buffer[..<count]
      guard body == 0, let end = Self.headEnd(of: answer) else { continue }
      let head = String(decoding: answer[..<end], as: UTF8.self)
      body = end
      length = end + (Words.number(after: "Content-Length:", in: head).map { Int($0) } ?? 0)
    }
    guard answer.starts(with: Self.success) else { return nil }
    return String(decoding: answer[body...], as: UTF8.self)
  }

  private static let success = Array("HTTP/1.1 20".utf8)

  /// Where the body of an answer begins. Bytes are compared, as whoever measures must cost little.
  private static func headEnd(of answer: [UInt8]) -> Int? {
    let end: [UInt8] = [13, 10, 13, 10]
    guard answer.count >= end.count else { return nil }
    return (0...(answer.count - end.count)).first { place in
      end.indices.allSatisfy { answer[place + $0] == end[$0] }
    }.map { $0 + end.count }
  }
}
