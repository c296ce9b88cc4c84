/// A request's first line: `method SP target SP HTTP/1.x` (RFC 9112, section 3), with one space
/// each. Points into the bytes that it was read from.
struct RequestLine {
  let method: UnsafeBufferPointer<UInt8>
  /// Without spaces and control characters; not empty.
  let target: UnsafeBufferPointer<UInt8>
  /// Whether the client speaks 1.0 only.
  let isHTTP10: Bool

  /// `nil` when it is no such line, or of another major version.
  init?(_ line: UnsafeBufferPointer<UInt8>) {
    let version = line.suffix(9)
    guard version.count == 9, version.starts(with: " HTTP/1.".utf8), let minor = version.last,
      (0x30...0x39).contains(minor), let methodEnd = line.offset(of: 0x20),
      methodEnd < version.startIndex
    else { return nil }
    method = UnsafeBufferPointer(rebasing: line[..<methodEnd])
    target = UnsafeBufferPointer(rebasing: line[(methodEnd + 1)..<version.startIndex])
    isHTTP10 = minor == 0x30
    guard FieldSyntax.isToken(method), !target.isEmpty,
      target.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
  }
}
