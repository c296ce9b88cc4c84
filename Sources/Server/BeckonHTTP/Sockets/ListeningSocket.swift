import Foundation

/// A bound and listening TCP socket. Does not block. Whoever uses it closes it.
struct ListeningSocket {
  let descriptor: Int32
  let port: Int

  /// Listens on a host and port.
  /// - Throws: why it cannot.
  init(host: String, port: Int) throws(HTTPServerError) {
    guard (0...65_535).contains(port) else {
      throw .badAddress(host: host, port: port, reason: "no such port")
    }
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Self.stream
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &list)
    guard status == 0, let address = list else {
      throw .badAddress(host: host, port: port, reason: String(cString: gai_strerror(status)))
    }
    defer { freeaddrinfo(list) }
    let descriptor = socket(address.pointee.ai_family, Self.stream, 0)
    guard descriptor >= 0 else { throw .cannotStart(reason: Self.reason(errno)) }
    guard Self.listen(descriptor, address.pointee) else {
      let code = errno
      close(descriptor)
      throw Self.error(code, host: host, port: port)
    }
    self.descriptor = descriptor
    self.port = Self.boundPort(descriptor)
  }

  private static func listen(_ descriptor: Int32, _ address: addrinfo) -> Bool {
    set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    if address.ai_family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return bind(descriptor, address.ai_addr, address.ai_addrlen) == 0
      && systemListen(descriptor, 4_096) == 0
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func boundPort(_ descriptor: Int32) -> Int {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length)
      // The port stands at the same place for both families, in the network's order.
      return Int(bytes[2]) << 8 | Int(bytes[3])
    }
  }

  private static func error(_ code: Int32, host: String, port: Int) -> HTTPServerError {
    switch code {
    case EADDRINUSE: .portInUse(host: host, port: port)
    case EADDRNOTAVAIL, EACCES, EAFNOSUPPORT:
      .badAddress(host: host, port: port, reason: reason(code))
    default: .cannotStart(reason: reason(code))
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  #if os(Linux)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif
}

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
  listen(descriptor, backlog)
}
