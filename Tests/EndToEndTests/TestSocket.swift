import ChildProcess
import Foundation

/// A TCP connection that sends just what it is told to.
final class TestSocket: @unchecked Sendable {
  private let descriptor: Int32
  /// Blocking calls must not take the threads that tests run on.
  private let queue = DispatchQueue(label: "socket")

  struct Refused: Error {}

  /// Connects to a port of this machine.
  init(port: Int) throws {
    guard let descriptor = LocalSocket.connected(to: port) else { throw Refused() }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Sends all of it.
  func send(_ text: some StringProtocol) async {
    let bytes = Array(text.utf8)
    await withCheckedContinuation { continuation in
      queue.async {
        _ = Glibc.send(self.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        continuation.resume()
      }
    }
  }

  /// All that comes until the server closes.
  func everything() async -> String {
    await withCheckedContinuation { continuation in
      queue.async {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = recv(self.descriptor, &buffer, buffer.count, 0), count > 0 {
          all += buffer[..<count]
        }
        continuation.resume(returning: String(decoding: all, as: UTF8.self))
      }
    }
  }
}
