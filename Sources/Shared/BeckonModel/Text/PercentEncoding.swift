/// Percent-encoding of URLs (RFC 3986, section 2.1).
public enum PercentEncoding {
  /// Decodes `%2F` and, in queries, `+` as space. A `%` without two hexadecimal digits stays as it
  /// is; bytes that are no UTF-8 become U+FFFD.
  public static func decode(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String {
    let input = Array(bytes)
    var output: [UInt8] = []
    output.reserveCapacity(input.count)
    var position = 0
    while position < input.count {
      let byte = input[position]
      if byte == UInt8(ascii: "%"), position + 2 < input.count,
        let high = Hexadecimal.value(of: input[position + 1]),
        let low = Hexadecimal.value(of: input[position + 2])
      {
        output.append(high << 4 | low)
        position += 3
      } else {
        output.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
        position += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Encodes everything but the unreserved characters (RFC 3986, section 2.3), so that the result
  /// can stand anywhere in a URL.
  public static func encode(_ text: String) -> String {
    if text.utf8.allSatisfy(isUnreserved) { return text }
    let digits = Array("0123456789ABCDEF".utf8)
    var output: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) {
        output.append(byte)
      } else {
        output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Letters, digits, `-`, `.`, `_`, `~`.
  public static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
  }
}
