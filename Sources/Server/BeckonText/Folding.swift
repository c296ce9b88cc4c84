import BeckonEngine
import CBeckonText

/// Brings words of any script into the form in which a search compares them.
enum Folding {
  /// What Unicode has no parts for, though people write it so.
  private static let letters: [UInt32: String] = [
    0x131: "i", 0xF8: "o", 0x142: "l", 0x111: "d", 0xF0: "d", 0x127: "h", 0xFE: "th", 0xE6: "ae",
    0x153: "oe", 0xDF: "ss",
  ]

  /// How letters are written where a keyboard has no marks, by the letters with their marks.
  private static let spelled: [UInt32: String] = [
    0xE4: "ae", 0xF6: "oe", 0xFC: "ue", 0xE5: "aa", 0xF8: "oe", 0xC4: "ae", 0xD6: "oe", 0xDC: "ue",
    0xC5: "aa", 0xD8: "oe",
  ]

  /// Marks that are left out: accents, and the points of Hebrew and Arabic. Those of other scripts
  /// are vowels, without which a word is another.
  private static func isAccent(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5,
      0x5C7, 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF,
      0x20D0...0x20FF, 0xFE20...0xFE2F:
      true
    default: false
    }
  }

  /// A word in small letters, without accents, in the form of Unicode that takes signs apart.
  static func fold(_ word: [UInt8]) -> SearchLanguage.Folded {
    let composed = scalars(word, UTF8PROC_COMPOSE)
    let form = folded(word)
    guard composed.contains(where: spelled.keys.contains) else {
      return SearchLanguage.Folded(form)
    }
    let other = composed.flatMap { scalar in
      Array((spelled[scalar] ?? text(scalar)).utf8)
    }
    return SearchLanguage.Folded(form, otherForm: folded(other))
  }

  private static func folded(_ word: [UInt8]) -> [UInt8] {
    let parts = scalars(word, UTF8PROC_DECOMPOSE, UTF8PROC_COMPAT, UTF8PROC_CASEFOLD)
    return parts.filter { !isAccent($0) }.flatMap { scalar in
      Array((letters[scalar] ?? text(scalar)).utf8)
    }
  }

  private static func text(_ scalar: UInt32) -> String {
    String(Unicode.Scalar(scalar) ?? "\u{FFFD}")
  }

  /// The scalars of a text, as the options have it.
  private static func scalars(_ text: [UInt8], _ options: utf8proc_option_t...) -> [UInt32] {
    let flags = options.reduce(UTF8PROC_IGNORE.rawValue) { $0 | $1.rawValue }
    var scalars = [Int32](repeating: 0, count: text.count * 18 + 1)
    let count = utf8proc_decompose(
      text, text.count, &scalars, scalars.count, utf8proc_option_t(flags))
    guard count > 0, count <= scalars.count else { return [] }
    // Only this puts parts together again; it works in place.
    let left =
      options[0] == UTF8PROC_COMPOSE
      ? utf8proc_normalize_utf32(&scalars, count, UTF8PROC_COMPOSE) : count
    return scalars.prefix(max(0, left)).map { UInt32(bitPattern: $0) }
  }
}
