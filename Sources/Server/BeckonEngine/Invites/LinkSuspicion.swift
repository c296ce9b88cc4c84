import BeckonModel

/// Whether a text has something in it that a phone may show as a link, or call when it is touched.
/// Whoever has an app's key may write what an invitation says, and the only link in it is to be the
/// app's.
public enum LinkSuspicion {
  /// Stands for the app's own link in a text that is looked at.
  public static let link = "\u{FFFC}"
  /// So many digits, whatever stands between them, may be a telephone number.
  static let phoneDigits = 7
  /// What browsers read as a dot in a host's name (UTS 46), or show as one.
  private static let dots: Set<Unicode.Scalar> = [
    ".", "\u{3002}", "\u{FF0E}", "\u{FF61}", "\u{2024}", "\u{FE52}", "\u{FE12}",
  ]
  private static let schemes = [":/", "tel:", "sms:", "mailto:"]
  /// What may stand right behind the app's link, before a space or the end.
  private static let ends: Set<Unicode.Scalar> = [".", ",", "!", "?", ")", ";"]

  /// Whether a phone may show a link: something stands in front of `:/`, a dot is between two
  /// letters or digits without a space, or so many digits follow each other that they may be a
  /// number to call. What cannot be seen, marks on letters and brackets hide nothing. Rather too
  /// strict than too lax, but for a number with one dot in it, such as a price.
  public static func isIn(_ text: String) -> Bool {
    let seen = text.unicodeScalars.filter(isSeen)
    let lower = String(seen).lowercased()
    if schemes.contains(where: { lower.has(text: $0) }) || hasNumberToCall(seen) { return true }
    if hasJoinedLink(text.unicodeScalars.map { $0 }) { return true }
    // Some phones take marks for letters of a name, others leave them out.
    return [text.unicodeScalars, seen].contains { text in
      text.split(whereSeparator: \.properties.isWhitespace).contains(where: isSuspicious)
    }
  }

  /// Invisible scalars, combining marks and brackets: a name reads the same without them.
  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
    switch scalar.properties.generalCategory {
    case .format, .nonspacingMark, .spacingMark, .enclosingMark, .openPunctuation,
      .closePunctuation, .initialPunctuation, .finalPunctuation:
      return false
    default: return true
    }
  }

  private static func isSuspicious(_ word: Substring.UnicodeScalarView) -> Bool {
    let pieces = word.split(omittingEmptySubsequences: false) { dots.contains($0) }
    let isPrice = pieces.count == 2 && pieces.allSatisfy { $0.allSatisfy(isDigitOrSign) }
    guard pieces.count > 1, !isPrice else { return false }
    return zip(pieces, pieces.dropFirst()).contains { before, behind in
      guard let last = before.last, let first = behind.first else { return false }
      return (isNamePart(last) || isSign(last)) && isNamePart(first)
    }
  }

  /// Whether something stands so near to the app's link that it would be part of it.
  private static func hasJoinedLink(_ text: [Unicode.Scalar]) -> Bool {
    let mark = link.unicodeScalars.first
    return text.indices.contains { place in
      guard text[place] == mark else { return false }
      let before = place == 0 ? nil : text[place - 1]
      let behind = text[(place + 1)...].drop { ends.contains($0) }.first
      return ![before, behind].allSatisfy { $0?.properties.isWhitespace ?? true || $0 == "(" }
    }
  }

  private static func hasNumberToCall(_ text: String.UnicodeScalarView) -> Bool {
    var digits = 0
    for scalar in text {
      if scalar.properties.numericType == .decimal {
        digits += 1
        if digits >= phoneDigits { return true }
      } else if !partsDigits(scalar) {
        digits = 0
      }
    }
    return false
  }

  /// What people write between the digits of a number to call.
  private static func partsDigits(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .dashPunctuation
      || scalar == "/" || scalar == "+" || dots.contains(scalar)
  }

  private static func isDigitOrSign(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isAlphabetic
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || scalar.properties.isEmoji
  }

  /// In front of a dot a phone may take anything beyond ASCII for a part of a name: Android's
  /// pattern has all from U+00A1 on. No top-level domain begins so.
  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0xA1 && !dots.contains(scalar)
  }
}
