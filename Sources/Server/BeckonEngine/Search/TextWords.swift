/// Takes a text apart into words.
///
/// A word is a run of letters and digits. What stands between two digits belongs to it (`25.4mm`),
/// an `'s` behind it does not. Scripts that put no space between words give each sign by itself.
enum TextWords {
  /// The longest word that is told from others, in bytes; what is behind is left out.
  static let bytesMax = 64

  /// What a sign is to a word.
  enum Sign { case part, alone, digit, other }

  /// The words of a text, at most so many. Capitals of ASCII are small; all else is as it was.
  static func words(of text: String, most: Int) -> [[UInt8]] {
    var text = text
    return text.withUTF8 { words(in: $0, most: most) }
  }

  private static func words(
    in bytes: UnsafeBufferPointer<UInt8>, most: Int
  ) -> [[UInt8]] {
    var (words, word, place) = ([[UInt8]](), [UInt8](), 0)
    func end() {
      if !word.isEmpty, words.count < most { words.append(word) }
      word.removeAll(keepingCapacity: true)
    }
    while place < bytes.count, words.count < most {
      let size = size(of: bytes[place])
      switch sign(in: bytes, at: place, size) {
      case .part, .digit: append(bytes, place, size, to: &word)
      case .alone:
        end()
        append(bytes, place, size, to: &word)
        end()
      case .other:
        if isPoint(bytes, place) {
          if !isThousands(bytes, place), word.count < bytesMax { word.append(UInt8(ascii: ".")) }
        } else {
          end()
          place += possessive(bytes, place, size)
        }
      }
      place += size
    }
    end()
    return words
  }

  private static func append(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, _ size: Int, to word: inout [UInt8]
  ) {
    guard word.count + size <= bytesMax else { return }
    let byte = bytes[place]
    if size == 1 {
      word.append(byte >= 65 && byte <= 90 ? byte | 32 : byte)
    } else {
      for next in place..<min(place + size, bytes.count) { word.append(bytes[next]) }
    }
  }

  private static func size(of byte: UInt8) -> Int {
    byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }

  private static func isDigit(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    place >= 0 && place < bytes.count && bytes[place] >= 48 && bytes[place] <= 57
  }

  /// Whether a point or comma stands between two digits.
  private static func isPoint(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    (bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: ","))
      && isDigit(bytes, place - 1) && isDigit(bytes, place + 1)
  }

  /// Whether just three digits stand behind a comma, as in `1,000`.
  private static func isThousands(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
    bytes[place] == UInt8(ascii: ",") && isDigit(bytes, place + 2) && isDigit(bytes, place + 3)
      && !isDigit(bytes, place + 4)
  }

  /// How many bytes behind an apostrophe are an `s` that ends the word: 1 or 0.
  private static func possessive(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, _ size: Int
  ) -> Int {
    let isApostrophe =
      bytes[place] == UInt8(ascii: "'")
      || (size == 3 && place + 2 < bytes.count && bytes[place] == 0xE2 && bytes[place + 1] == 0x80
        && bytes[place + 2] == 0x99)
    let next = place + size
    guard isApostrophe, place > 0, next < bytes.count, bytes[next] | 32 == UInt8(ascii: "s"),
      bytes[place - 1] | 32 >= 97, bytes[place - 1] | 32 <= 122 || bytes[place - 1] >= 0x80
    else { return 0 }
    guard next + 1 < bytes.count else { return 1 }
    let behind = sign(in: bytes, at: next + 1, Self.size(of: bytes[next + 1]))
    return behind == .other ? 1 : 0
  }

  private static func sign(
    in bytes: UnsafeBufferPointer<UInt8>, at place: Int, _ size: Int
  ) -> Sign {
    let byte = bytes[place]
    if size == 1 {
      if byte | 32 >= 97 && byte | 32 <= 122 { return .part }
      return byte >= 48 && byte <= 57 ? .digit : .other
    }
    guard place + size <= bytes.count else { return .other }
    return sign(of: scalar(bytes, place, size))
  }

  private static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, _ size: Int
  ) -> Unicode.Scalar {
    var value = UInt32(bytes[place]) & (size == 2 ? 0x1F : size == 3 ? 0x0F : 0x07)
    for next in 1..<size { value = value << 6 | UInt32(bytes[place + next] & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  static func sign(of scalar: Unicode.Scalar) -> Sign {
    switch scalar.properties.generalCategory {
    case .otherLetter:
      return scalar.properties.isIdeographic || (0x3040...0x30FF).contains(scalar.value)
        || (0x0E00...0x0EFF).contains(scalar.value) ? .alone : .part
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .letterNumber, .otherNumber, .format:
      return .part
    case .decimalNumber: return .digit
    default: return .other
    }
  }
}
