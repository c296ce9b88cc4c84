// Looks for single ASCII characters among a text's bytes. Swift's own methods go by what people
// see as one character, which may be the whole text.

extension String {
  /// The parts between bytes of this value.
  package func split(
    on separator: Unicode.Scalar, maxSplits: Int = .max, keepsEmpty: Bool = false
  ) -> [String] {
    utf8.split(
      separator: UInt8(ascii: separator), maxSplits: maxSplits,
      omittingEmptySubsequences: !keepsEmpty
    ).map { String(Substring($0)) }
  }

  /// Whether a byte of this value stands in the text.
  package func has(_ character: Unicode.Scalar) -> Bool {
    utf8.contains(UInt8(ascii: character))
  }

  /// The text in front of the first byte of this value; all of it when there is none.
  package func upTo(_ character: Unicode.Scalar) -> String {
    String(Substring(utf8.prefix { $0 != UInt8(ascii: character) }))
  }

  /// The text with one byte in the place of another.
  package func substituting(
    _ character: Unicode.Scalar, by other: Unicode.Scalar
  ) -> String {
    String(
      decoding: utf8.map { $0 == UInt8(ascii: character) ? UInt8(ascii: other) : $0 },
      as: UTF8.self)
  }

  /// What stands before and behind a short text; `nil` when it is not there.
  package func parts(around text: String) -> (before: String, behind: String)? {
    let (bytes, wanted) = (Array(utf8), Array(text.utf8))
    guard bytes.count >= wanted.count else { return nil }
    let starts = 0...bytes.count - wanted.count
    guard let start = starts.first(where: { bytes[$0...].starts(with: wanted) }) else { return nil }
    return (
      String(decoding: bytes[..<start], as: UTF8.self),
      String(decoding: bytes[(start + wanted.count)...], as: UTF8.self)
    )
  }

  /// Whether a short text stands somewhere in this one.
  package func has(text: String) -> Bool { parts(around: text) != nil }

  /// As many whole code points from the front as fit into so many bytes.
  package func prefix(bytes count: Int) -> String {
    guard utf8.count > count else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: count)
    while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}

extension RawRepresentable where RawValue == String {
  /// The case that is written so, byte for byte. Swift's `init(rawValue:)` also takes texts that
  /// are the same in their normal form only, and brings long ones into it first.
  package init?(word: String) {
    guard word.utf8.count <= wordBytesMax, let found = Self(rawValue: word),
      found.rawValue.utf8.elementsEqual(word.utf8)
    else { return nil }
    self = found
  }
}

/// Of the words that a protocol or a column knows, none is longer.
private let wordBytesMax = 100
