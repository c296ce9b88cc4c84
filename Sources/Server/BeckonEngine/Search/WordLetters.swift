/// What the search for typos looks at before it compares letter by letter.
struct WordLetters {
  /// How many letters a word has.
  let count: Int
  /// Which letters it has, and which twice. One typo changes two bits at most.
  let signature: UInt64
  /// Whether it is a number, a size or a model code: such a word is only ever itself.
  let hasDigit: Bool

  init(_ word: some Sequence<UInt8>) {
    var (count, signature, hasDigit) = (0, UInt64(0), false)
    let word = Array(word)
    for (place, byte) in word.enumerated() {
      if byte & 0xC0 != 0x80 { count += 1 }
      if byte >= 48 && byte <= 57 { hasDigit = true }
      if byte >= 97 && byte <= 122 {
        let bit = UInt64(1) << UInt64(byte - 97)
        signature |= signature & bit == 0 ? bit : bit << 26
      } else if place + 1 == word.count || word[place + 1] & 0xC0 != 0x80 {
        // Letters beyond ASCII are told apart by their last byte.
        signature |= 1 << (52 + UInt64(byte) % 12)
      }
    }
    if !hasDigit { hasDigit = Self.hasForeignDigit(word) }
    (self.count, self.signature, self.hasDigit) = (count, signature, hasDigit)
  }

  private static func hasForeignDigit(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return false }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.contains {
      $0.properties.numericType != nil
    }
  }

  /// How many typos are tolerated in a word of the catalogue of so many letters.
  static func typosAllowed(letters: Int) -> Int { letters < 5 ? 0 : letters < 9 ? 1 : 2 }

  /// Whether a word may be so near to one with this signature.
  func isNear(_ other: UInt64, typos: Int) -> Bool {
    (signature ^ other).nonzeroBitCount <= 2 * typos
  }
}
