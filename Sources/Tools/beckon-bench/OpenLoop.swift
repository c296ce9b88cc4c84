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
    var (filled, body, length) = (0, 0, Int.max)
    while filled < length {
      if filled == buffer.count { buffer += repeatElement(0, count: filled) }
      let count = buffer.withUnsafeMutableBytes { room in
        recv(descriptor, room.baseAddress?.advanced(by: filled), room.count - filled, 0)
      }
      guard count > 0 else { return nil }
      filled += count
      guard body == 0, let end = Self.end(of: Self.emptyLine, in: buffer[..<filled]) else {
        continue
      }
      body = end
      length = end + Self.bodyLength(in: buffer[..<end])
    }
    guard buffer.starts(with: Self.success) else { return nil }
    return String(decoding: buffer[body..<filled], as: UTF8.self)
  }

  private static let success = Array("HTTP/1.1 20".utf8)
  private static let emptyLine = Array("\r\n\r\n".utf8)
  private static let lengthName = Array("\r\nContent-Length: ".utf8)

  /// How long the body is of which this is the head.
  private static func bodyLength(in head: ArraySlice<UInt8>) -> Int {
    guard let start = end(of: lengthName, in: head) else { return 0 }
    let digits = head[start...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }

  /// Where an answer goes on behind some bytes. On two processors, what the load takes the server
  /// has not: so they are compared where they stand.
  private static func end(of wanted: [UInt8], in answer: ArraySlice<UInt8>) -> Int? {
    answer.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, bytes.count >= wanted.count else { return nil }
      let place = (0...bytes.count - wanted.count).first { place in
        bytes[place] == wanted[0] && memcmp(start + place, wanted, wanted.count) == 0
      }
      return place.map { answer.startIndex + $0 + wanted.count }
    }
  }
}
