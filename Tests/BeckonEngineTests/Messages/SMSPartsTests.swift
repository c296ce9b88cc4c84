import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

/// In how many messages a text goes.
@Suite struct SMSPartsTests {
  private static func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  @Test(
    "Alphabet, units, messages and what is left, as the standards say",
    arguments: [
      ("", SMSParts.Encoding.gsm7, 0, 1, 160),
      ("Hello", .gsm7, 5, 1, 155),
      ("Grüße à l'Øst: 5 £, @Ω¿", .gsm7, 23, 1, 137),
      ("{50 €}", .gsm7, 9, 1, 151),
      (times(160, "a"), .gsm7, 160, 1, 0),
      (times(161, "a"), .gsm7, 161, 2, 145),
      (times(306, "a"), .gsm7, 306, 2, 0),
      (times(307, "a"), .gsm7, 307, 3, 152),
      (times(80, "€"), .gsm7, 160, 1, 0),
      (times(81, "€"), .gsm7, 162, 2, 143),
      // The sign of two units does not fit behind 152: a unit stays free in the first part.
      (times(152, "a") + "€" + times(7, "b"), .gsm7, 161, 2, 144),
      (times(152, "a") + "€" + times(151, "b") + "c", .gsm7, 306, 3, 152),
      ("çok", .ucs2, 3, 1, 67),
      ("Şimdi katıl", .ucs2, 11, 1, 59),
      ("`", .ucs2, 1, 1, 69),
      ("😀", .ucs2, 2, 1, 68),
      ("👩‍👩‍👧‍👦", .ucs2, 11, 1, 59),
      ("e\u{301}", .ucs2, 2, 1, 68),
      (times(70, "я"), .ucs2, 70, 1, 0),
      (times(71, "я"), .ucs2, 71, 2, 63),
      (times(134, "я"), .ucs2, 134, 2, 0),
      (times(35, "😀"), .ucs2, 70, 1, 0),
      // 33 of two units are 66; the 67th unit of a part stays free.
      (times(66, "😀"), .ucs2, 132, 2, 1),
      (times(67, "😀"), .ucs2, 134, 3, 65),
    ])
  func table(_ row: (String, SMSParts.Encoding, Int, Int, Int)) {
    let parts = SMSParts(row.0)
    #expect(parts.encoding == row.1 && parts.units == row.2, "\(row.0)")
    #expect(parts.count == row.3 && parts.unitsLeft == row.4, "\(row.0)")
  }

  /// Cuts as a sender of messages does: writes all units down, and goes a unit back where a cut
  /// would part two that belong together.
  private static func cut(
    _ units: [UInt16], alone: Int, joined: Int, opens: (UInt16) -> Bool
  ) -> (count: Int, left: Int) {
    guard units.count > alone else { return (1, alone - units.count) }
    var (rest, count, last) = (units[...], 0, 0)
    while !rest.isEmpty {
      var piece = rest.prefix(joined)
      if piece.count < rest.count, let end = piece.last, opens(end) { piece = piece.dropLast() }
      rest = rest.dropFirst(piece.count)
      (count, last) = (count + 1, piece.count)
    }
    return (count, joined - last)
  }

  @Test("Counting agrees with cutting, whatever the text", arguments: 1...20)
  func agrees(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let plain = Array("ab @Ωé\n".unicodeScalars)
    let escaped = Array("€{|^".unicodeScalars)
    let wide = Array("яş😀🇩漢".unicodeScalars)
    for _ in 0..<100 {
      let isGSM = random.hits(oneIn: 2)
      let letters = isGSM ? plain + escaped : plain + escaped + wide + wide
      var text = ""
      for _ in 0..<Int.random(in: 0...700, using: &random) {
        text.unicodeScalars.append(random.pick(letters))
      }
      let parts = SMSParts(text)
      var expected: (count: Int, left: Int)
      if parts.encoding == .gsm7 {
        let units = text.unicodeScalars.flatMap { letter -> [UInt16] in
          escaped.contains(letter) ? [0x1B, 0] : [1]
        }
        expected = Self.cut(units, alone: 160, joined: 153) { $0 == 0x1B }
      } else {
        expected = Self.cut(Array(text.utf16), alone: 70, joined: 67) { $0 >> 10 == 0x36 }
      }
      #expect(parts.count == expected.count && parts.unitsLeft == expected.left, "\(text)")
      #expect(!isGSM || parts.encoding == .gsm7)
    }
  }

  @Test("A sender is a number of up to 16 digits, or a name of up to 11 letters")
  func senders() {
    for text in ["InfoSMS", "Ana's shop", "A-1", "12345", "+491511234567890"] {
      #expect(SMSSender(text) != nil, "\(text)")
    }
    #expect(SMSSender("1234567890123456")?.isNumber == true)
    #expect(SMSSender("Shop 24")?.isNumber == false)
    for text in ["", "+", "12345678901234567", "TwelveLetter", "Café", " Shop", "a\nb", "😀"] {
      #expect(SMSSender(text) == nil, "\(text)")
    }
  }
}
