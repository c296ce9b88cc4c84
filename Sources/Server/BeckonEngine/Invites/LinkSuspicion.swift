import BeckonModel

/// Whether a text has something in it that a phone may show as a link. Whoever has an app's key may
/// write what an invitation says, and the only link in it is to be the app's.
public enum LinkSuspicion {
  /// What browsers read as a dot in a host's name (UTS 46).
  private static let dots: [Unicode.Scalar] = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]

  /// Whether a phone may show a link: something stands in front of `:/`, or a dot is between two
  /// letters or digits without a space. Rather too strict than too lax, but for a number with one
  /// dot in it, such as a price.
  public static func isIn(_ text: String) -> Bool {
    if text.has(text: ":/") { return true }
    let words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
    return words.contains(where: isSuspicious)
  }

  private static func isSuspicious(_ word: Substring.UnicodeScalarView) -> Bool {
    let pieces = word.split(omittingEmptySubsequences: false) { dots.contains($0) }
    let isPrice = pieces.count == 2 && pieces.allSatisfy { $0.allSatisfy(isDigitOrSign) }
    guard pieces.count > 1, !isPrice else { return false }
    return zip(pieces, pieces.dropFirst()).contains { before, behind in
      guard let last = before.last, let first = behind.first else { return false }
      return isNamePart(last) && isNamePart(first)
    }
  }

  private static func isDigitOrSign(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isAlphabetic
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || scalar.properties.isEmoji
  }
}
