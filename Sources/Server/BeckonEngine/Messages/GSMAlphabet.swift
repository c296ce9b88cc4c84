/// The letters of the 7-bit alphabet of phone networks (3GPP TS 23.038, section 6.2.1), in which
/// a text message is shortest.
public enum GSMAlphabet {
  /// The 128 places of the default alphabet in their order. The place of the escape holds U+001B,
  /// which is no letter.
  static let letters =
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u{1B}ÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
  /// The letters of the extension table, which take an escape and a place.
  static let extended = "\u{0C}^{}\\[~]|€"

  private static let septets: [Unicode.Scalar: Int] = {
    var septets: [Unicode.Scalar: Int] = [:]
    for letter in letters.unicodeScalars where letter != "\u{1B}" { septets[letter] = 1 }
    for letter in extended.unicodeScalars { septets[letter] = 2 }
    return septets
  }()

  /// How many units of 7 bits a letter takes, 1 or 2; `nil` when the alphabet does not have it.
  public static func septets(of letter: Unicode.Scalar) -> Int? { septets[letter] }
}
