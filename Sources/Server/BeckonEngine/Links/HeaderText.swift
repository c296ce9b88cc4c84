import BeckonModel

/// A header cut into words (runs of ASCII letters), so that many words are looked up in one pass.
/// Every click is read this way, so the work grows with the header, not with the lists.
struct HeaderText {
  /// Bytes of a header that are looked at; browsers send under 400.
  static let bytesMax = 1_024

  let bytes: [UInt8]
  /// `bytes` with ASCII letters in lower case.
  let lower: [UInt8]
  /// Where the words stand, in order.
  let words: [Range<Int>]

  init(_ text: String) {
    bytes = Array(text.utf8.prefix(Self.bytesMax))
    lower = bytes.map { $0.asciiLowercased }
    var words: [Range<Int>] = []
    words.reserveCapacity(40)
    var start: Int?
    for (position, byte) in lower.enumerated() {
      if byte.isLowercaseLetter {
        if start == nil { start = position }
      } else if let begin = start {
        words.append(begin..<position)
        start = nil
      }
    }
    if let begin = start { words.append(begin..<lower.count) }
    self.words = words
  }

  /// Where the first word `word` stands, written in lower case.
  func range(of word: String) -> Range<Int>? {
    let length = word.utf8.count
    return words.first { $0.count == length && lower[$0].elementsEqual(word.utf8) }
  }

  func contains(_ word: String) -> Bool { range(of: word) != nil }

  func starts(with word: String) -> Bool { lower.starts(with: word.utf8) }

  /// The text from `position` up to the first of `ends`, without spaces around it.
  func text(from position: Int, upTo ends: String) -> String {
    guard position < bytes.count else { return "" }
    let rest = bytes[position...].prefix { !ends.utf8.contains($0) }
    return String(decoding: rest.trimmingSpace, as: UTF8.self)
  }

  /// The version that follows a word and one byte (`OS 17_5_1`, `Version/26.0`), as `17.5.1`.
  func version(after word: String) -> String? {
    guard let range = range(of: word) else { return nil }
    return version(at: range.upperBound + 1)
  }

  func version(at position: Int) -> String? {
    guard position < bytes.count else { return nil }
    let run = bytes[position...].prefix { $0.isDigit || $0 == 0x5F || $0 == 0x2E }
    let parts = run.split { !$0.isDigit }.prefix(4).map { String(decoding: $0, as: UTF8.self) }
    return parts.isEmpty ? nil : parts.joined(separator: ".")
  }
}

extension BidirectionalCollection where Element == UInt8, SubSequence == Self {
  /// Without spaces and tabs, carriage returns and line feeds at both ends.
  var trimmingSpace: Self {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}
