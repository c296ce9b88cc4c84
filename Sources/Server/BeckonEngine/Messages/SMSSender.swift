import BeckonModel

/// Who a text message is from, as the phone shows it: a number, or a name. Networks take at most 16
/// digits, or 11 letters, digits and a few signs.
public struct SMSSender: Hashable, Sendable {
  /// Most digits of a number.
  public static let digitsMax = 16
  /// Most bytes of a name.
  public static let nameBytesMax = 11

  /// As it is shown.
  public let text: String
  /// Whether it is a number, to which one can answer.
  public let isNumber: Bool

  /// Reads a number (`+` in front allowed) or a name; `nil` when it is neither.
  public init?(_ text: String) {
    let digits = text.hasPrefix("+") ? text.utf8.dropFirst() : text.utf8[...]
    if digits.allSatisfy(\.isDigit) {
      guard (1...Self.digitsMax).contains(digits.count) else { return nil }
      (self.text, isNumber) = (text, true)
      return
    }
    let isName = text.utf8.allSatisfy {
      $0.isLetter || $0.isDigit || " .-_&'".utf8.contains($0)
    }
    let hasSpaceOutside = text.utf8.first == 0x20 || text.utf8.last == 0x20
    guard isName, !hasSpaceOutside, text.utf8.count <= Self.nameBytesMax else { return nil }
    (self.text, isNumber) = (text, false)
  }

  /// A sender for who has none that can be read.
  public static let nameless = SMSSender(name: "SMS")

  private init(name: String) { (text, isNumber) = (name, false) }
}
