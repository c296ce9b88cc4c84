import Foundation

/// Sockets on this machine's own address, as the programs and the tests need them. Whoever gets a
/// descriptor closes it.
public enum LocalSocket {
  #if os(Linux)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  /// A connection to a port, blocking.
  /// - Parameter waitSeconds: longest wait for an answer.
  /// - Returns: `nil` when nobody listens there; `errno` says why.
  public static func connected(to port: Int, waitSeconds: Int = 20) -> Int32? {
    let descriptor = socket(AF_INET, stream, 0)
    var wait = timeval(tv_sec: waitSeconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    var address = address(port: port)
    guard withPointer(to: &address, { connect(descriptor, $0, $1) }) == 0 else {
      let reason = errno
      close(descriptor)
      errno = reason
      return nil
    }
    return descriptor
  }

  /// A socket on a port that nobody uses, as the system gives it. Nothing listens there yet.
  public static func onFreePort() -> (descriptor: Int32, port: Int)? {
    let descriptor = socket(AF_INET, stream, 0)
    var address = address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withPointer(to: &address) {
      bind(descriptor, $0, $1) + getsockname(descriptor, $0, &length)
    }
    guard code == 0 else {
      close(descriptor)
      return nil
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  private static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return address
  }

  private static func withPointer(
    to address: inout sockaddr_in,
    _ call: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
