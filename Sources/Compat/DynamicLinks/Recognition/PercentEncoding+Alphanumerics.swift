import BeckonModel

extension PercentEncoding {
  /// Encodes each byte that is no letter or digit, as the vendor's SDK does: `-` too.
  static func encodeAllButAlphanumerics(_ text: String) -> String {
    text.utf8.map { byte in
      if byte.isLetter || byte.isDigit { return String(UnicodeScalar(byte)) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
