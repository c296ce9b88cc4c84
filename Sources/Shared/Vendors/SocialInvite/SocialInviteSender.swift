import BeckonModel

extension SocialInvite {
  /// Most letters and digits of a name that is shown as a message's sender.
  public static let senderNameMax = 11
  /// Most digits of a number that is; the client for Android allows itself one less.
  public static let senderDigitsMax = 16

  /// Why a text cannot be a message's sender; `nil` when it can. A `+` in front counts for nothing.
  public static func senderFault(_ text: String) -> String? {
    let digits = text.hasPrefix("+") ? text.utf8.dropFirst() : text.utf8[...]
    let isNumber = !digits.isEmpty && digits.allSatisfy(\.isDigit)
    if isNumber {
      return digits.count <= senderDigitsMax
        ? nil : "The sender has \(digits.count) digits; \(senderDigitsMax) are the most."
    }
    guard !text.isEmpty else { return "The sender is empty." }
    return text.utf8.count <= senderNameMax
      ? nil : "The sender's name has \(text.utf8.count) bytes; \(senderNameMax) are the most."
  }
}
