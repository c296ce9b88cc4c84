import Foundation

/// The first line of some bytes. RFC 9112 lets a reader take a bare LF for a line's end; this one
/// does not, because another program on the way may have read it differently.
enum Line {
  /// Its end has not come.
  case incomplete
  /// It ends in a bare LF.
  case malformed
  /// What stands before CR LF, and the count of bytes with them.
  case complete(UnsafeBufferPointer<UInt8>, byteCount: Int)

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let end = bytes.offset(of: 0x0A) else {
      self = .incomplete
      return
    }
    guard end > 0, bytes[end - 1] == 0x0D else {
      self = .malformed
      return
    }
    self = .complete(UnsafeBufferPointer(rebasing: bytes[..<(end - 1)]), byteCount: end + 1)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where the byte first stands.
  func offset(of byte: UInt8) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }
}
