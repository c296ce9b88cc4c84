/// How a text goes over a phone network: in which alphabet, and in how many messages, each of which
/// costs (3GPP TS 23.038 and 23.040). A phone joins them again.
public struct SMSParts: Hashable, Sendable {
  /// How letters are written.
  public enum Encoding: String, CaseIterable, Sendable {
    /// 7 bits a letter, 14 for some; only the letters of `GSMAlphabet`.
    case gsm7
    /// 16 bits, 32 for letters outside the Basic Multilingual Plane, such as emoji.
    case ucs2

    /// Units that one message holds.
    public var unitsAlone: Int { self == .gsm7 ? 160 : 70 }
    /// Units that each of several holds: six bytes of it say which one it is.
    public var unitsJoined: Int { self == .gsm7 ? 153 : 67 }
  }

  /// How letters are written: in 7 bits when all of them can be.
  public let encoding: Encoding
  /// Units of 7 or 16 bits that the text takes, without what is left free between parts.
  public let units: Int
  /// Messages, from 1.
  public let count: Int
  /// Units that are still free in the last one.
  public let unitsLeft: Int

  /// Counts a text. A letter of two units is never cut in two: what does not fit begins the next
  /// part. The time grows with the text's length.
  public init(_ text: String) {
    let septets = text.unicodeScalars.map { GSMAlphabet.septets(of: $0) }
    let isGSM = septets.allSatisfy { $0 != nil }
    let encoding: Encoding = isGSM ? .gsm7 : .ucs2
    let lengths =
      isGSM
      ? septets.map { $0 ?? 0 } : text.unicodeScalars.map { $0.value > 0xFFFF ? 2 : 1 }
    let units = lengths.reduce(0, +)
    self.encoding = encoding
    self.units = units
    guard units > encoding.unitsAlone else {
      (count, unitsLeft) = (1, encoding.unitsAlone - units)
      return
    }
    var (parts, left) = (1, encoding.unitsJoined)
    for length in lengths {
      if length > left { (parts, left) = (parts + 1, encoding.unitsJoined) }
      left -= length
    }
    (count, unitsLeft) = (parts, left)
  }
}
