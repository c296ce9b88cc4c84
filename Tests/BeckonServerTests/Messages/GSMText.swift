/// Texts in the 7-bit alphabet of phone networks, a byte a letter, as a message center gets them.
enum GSMText {
  /// Every letter of the alphabet (3GPP TS 23.038, section 6.2.1), each in its place; the escape's
  /// is empty.
  static let letters: [Unicode.Scalar?] =
    Array("@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ".unicodeScalars) + [nil]
    + Array("ÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)
    + Array("ÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà".unicodeScalars)
  /// The letters behind an escape (section 6.2.1.1).
  static let escaped: [UInt8: Unicode.Scalar] = [
    0x0A: "\u{0C}", 0x14: "^", 0x28: "{", 0x29: "}", 0x2F: "\\", 0x3C: "[", 0x3D: "~", 0x3E: "]",
    0x40: "|", 0x65: "€",
  ]

  /// Reads one.
  static func read(_ content: [UInt8]) -> String {
    var (text, isEscaped) = (String.UnicodeScalarView(), false)
    for byte in content {
      if byte == 0x1B {
        isEscaped = true
        continue
      }
      let letter = isEscaped ? escaped[byte] : letters[Int(byte & 0x7F)]
      text.append(letter ?? "\u{FFFD}")
      isEscaped = false
    }
    return String(text)
  }
}
