/// Base 64 (RFC 4648). Strict: no line breaks, no other letters, no bits left over.
public enum Base64: Sendable {
  /// With `+` and `/`, padded with `=`.
  case standard
  /// With `-` and `_`, without padding, as JSON Web Signatures are written (RFC 7515).
  case url

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private static let standardAlphabet = letters + Array("+/".utf8)
  private static let urlAlphabet = letters + Array("-_".utf8)
  private static let standardDigits = digits(of: standardAlphabet)
  private static let urlDigits = digits(of: urlAlphabet)

  private static func digits(of alphabet: [UInt8]) -> [UInt8] {
    (0...UInt8.max).map { byte in alphabet.firstIndex(of: byte).map(UInt8.init) ?? .max }
  }

  /// The text of some bytes.
  public func encode(_ bytes: [UInt8]) -> String {
    let alphabet = self == .url ? Self.urlAlphabet : Self.standardAlphabet
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      let group = (0..<3).reduce(UInt32(0)) { group, place in
        group << 8 | (place < count ? UInt32(bytes[start + place]) : 0)
      }
      for place in 0...count { text.append(alphabet[Int(group >> (18 - 6 * place) & 63)]) }
      if self == .standard { text += [UInt8](repeating: UInt8(ascii: "="), count: 3 - count) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; `nil` when it is not written so.
  public func decode(_ text: some StringProtocol) -> [UInt8]? {
    var digits = Array(String(text).utf8)
    if self == .standard {
      guard digits.count % 4 == 0 else { return nil }
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    guard digits.count % 4 != 1 else { return nil }
    let values = self == .url ? Self.urlDigits : Self.standardDigits
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * 3 / 4)
    var (group, bits) = (UInt32(0), 0)
    for digit in digits {
      let value = values[Int(digit)]
      guard value < 64 else { return nil }
      group = group << 6 | UInt32(value)
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
      group &= 1 << UInt32(bits) - 1
    }
    return group == 0 ? bytes : nil
  }
}
