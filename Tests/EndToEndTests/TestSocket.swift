import Foundation

/// A TCP connection that sends just what it is told to.
final class TestSocket: @unchecked Sendable {
  private let descriptor: Int32
  /// Blocking calls must not take the threads that tests run on.
  private let queue = DispatchQueue(label: "socket")

  struct Refused: Error {}

  /// Connects to a port of this machine.
  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var wait = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // `deinit` runs also behind this, and closes.
    guard code == 0 else { throw Refused() }
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
