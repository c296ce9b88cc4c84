import BeckonModel

/// Amounts as Germany and Turkey write them: `1.299,50`, with a comma in front of the decimals.
public enum DecimalComma {
  /// What is wrong with an amount of which nobody knows how much it is.
  public static let doubt =
    "may be a thousand times as much: write two decimals, such as 1299,00 or 1,29"

  /// The amount with a point: `1.299,50 EUR` as `1299.50 EUR`; `nil` for one that may mean two
  /// things, such as `1,299` and `1.299`. What is no amount stays as it is.
  public static func read(_ text: String) -> String? {
    var parts: [String] = []
    for part in text.prefix(bytes: Limits.wordBytes + 1).split(on: " ", keepsEmpty: true) {
      guard let amount = amount(part) else { return nil }
      parts.append(amount)
    }
    return parts.joined(separator: " ")
  }

  private static func amount(_ text: String) -> String? {
    let halves = text.split(on: ",", keepsEmpty: true)
    guard let whole = halves.first, halves.count <= 2 else { return text }
    let groups = whole.split(on: ".", keepsEmpty: true)
    guard halves.count == 2 else {
      guard isGrouped(groups) else { return text }
      return groups.count == 2 ? nil : groups.joined()
    }
    let fraction = halves[1]
    guard isDigits(fraction), groups.count == 1 ? isDigits(whole) : isGrouped(groups) else {
      return text
    }
    if groups.count == 1, isGrouped([whole, fraction]) { return nil }
    return groups.joined() + "." + fraction
  }

  /// Whether these may be the thousands of a number.
  private static func isGrouped(_ groups: [String]) -> Bool {
    guard groups.count > 1, let first = groups.first else { return false }
    return groups.allSatisfy(isDigits) && first.utf8.count <= 3 && !first.hasPrefix("0")
      && groups.dropFirst().allSatisfy { $0.utf8.count == 3 }
  }

  private static func isDigits(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
  }
}
