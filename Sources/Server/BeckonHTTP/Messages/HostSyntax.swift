/// What can stand in `Host` (RFC 9110, section 7.2; RFC 3986, section 3.2.2).
enum HostSyntax {
  /// The longest name of the DNS with its port, and some more.
  private static let bytesMax = 255

  /// Whether it is a name of ASCII, an address, or empty, with or without a port. A browser sends
  /// any other name in its `xn--` form, and percent-encoding nobody uses there.
  static func isHost(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= bytesMax else { return false }
    guard bytes.first == UInt8(ascii: "[") else {
      let end = bytes.offset(of: UInt8(ascii: ":")) ?? bytes.count
      return bytes[..<end].allSatisfy(isNameByte) && isPort(bytes[end...])
    }
    guard let end = bytes.offset(of: UInt8(ascii: "]")), end > 1 else { return false }
    return bytes[1..<end].allSatisfy(isIPv6Byte) && isPort(bytes[(end + 1)...])
  }

  /// Nothing, or a colon and at most five digits.
  private static func isPort(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let colon = bytes.first else { return true }
    return colon == UInt8(ascii: ":") && bytes.count <= 6
      && bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Letters, digits, `-`, `.`, `_`.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// Hexadecimal digits, `:`, `.`.
  private static func isIPv6Byte(_ byte: UInt8) -> Bool {
    HTTPTarget.hex(byte) != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
  }
}
