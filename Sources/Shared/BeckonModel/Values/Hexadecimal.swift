/// Bytes written as pairs of hexadecimal digits.
public enum Hexadecimal {
  /// Two digits a byte, in lower case.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The bytes of a text; `nil` when it has other characters than digits, or one too few.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let digits = text.utf8.map(value(of:))
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for position in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[position], let low = digits[position + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// What a digit stands for; `nil` for any other character.
  public static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
