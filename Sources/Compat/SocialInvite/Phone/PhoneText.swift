import Foundation

/// A phone number as it stands in an address book. The phone does not know how the world's networks
/// number their phones; the server does. So only what can be told by the number itself is done
/// here.
struct PhoneText: Hashable, Sendable {
  /// The digits, without what stands for "abroad": `+385 98/123` and `00385 98 123` are `38598123`.
  let digits: String
  /// Whether it begins with a country's code.
  let isInternational: Bool

  /// Reads a number as somebody wrote it.
  init(_ text: String) {
    let isPlus = text.first { $0.isWholeNumber || Self.plus.contains($0) }
      .map { Self.plus.contains($0) }
    let digits = text.compactMap(\.wholeNumberValue).filter { (0...9).contains($0) }
      .map(String.init).joined()
    let isDialled = isPlus != true && digits.hasPrefix("00")
    self.digits = isDialled ? String(digits.dropFirst(2)) : digits
    isInternational = isPlus == true || isDialled
  }

  private static let plus: [Character] = ["+", "\u{FF0B}"]

  /// As it is sent: with `+` where it begins with a country's code, so that the server need not
  /// guess; else as it would be dialled.
  var address: String { isInternational ? "+" + digits : digits }
}
