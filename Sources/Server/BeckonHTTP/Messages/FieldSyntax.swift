/// Which bytes may stand where in a message's head (RFC 9110, sections 5.5 and 5.6.2).
enum FieldSyntax {
  /// Whether it can be a method or a field's name.
  static func isToken(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E,
          0x7C, 0x7E:
          true
        default: false
        }
      }
  }

  /// Whether it can be a field's value: no control character but tab.
  static func isValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// The bytes without the spaces and tabs around them.
  static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var range = bytes.indices
    while let first = range.first, bytes[first] == 0x20 || bytes[first] == 0x09 {
      range.removeFirst()
    }
    while let last = range.last, bytes[last] == 0x20 || bytes[last] == 0x09 { range.removeLast() }
    return UnsafeBufferPointer(rebasing: bytes[range])
  }
}
