import Foundation

/// Text of a socket address.
enum PeerAddress {
  /// The address without port or zone; an IPv4 address in IPv6's clothes (`::ffff:a.b.c.d`) is
  /// given as IPv4. Empty for another family.
  static func text(_ address: UnsafePointer<sockaddr>) -> String {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        withUnsafeBytes(of: address.pointee.sin_addr) { text(AF_INET, $0) }
      }
    case AF_INET6:
      return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        withUnsafeBytes(of: address.pointee.sin6_addr) { bytes in
          let isMapped =
            bytes[0..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
          return isMapped
            ? text(AF_INET, UnsafeRawBufferPointer(rebasing: bytes[12...])) : text(AF_INET6, bytes)
        }
      }
    default: return ""
    }
  }

  private static func text(_ family: Int32, _ bytes: UnsafeRawBufferPointer) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, bytes.baseAddress, &text, socklen_t(text.count)) != nil else {
      return ""
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
