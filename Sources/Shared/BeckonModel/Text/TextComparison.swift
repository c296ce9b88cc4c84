// In this package two texts are the same when their bytes of UTF-8 are. Swift compares by what a
// text looks like, and for that sorts the marks on each letter, at a cost that grows with the
// square of their number: 256 KB of marks from a stranger took seconds. So the comparisons of
// `String` stand here once more, and go before Swift's wherever this module is imported.
// `Dictionary` and `Set` are generic and cannot be told: they take `TextKey`. The tidy tests look
// into the compiled files for what still reaches Swift's own.

extension String {
  /// Whether the bytes are the same.
  @inlinable
  package static func == (left: String, right: String) -> Bool {
    // Most texts that differ differ in length.
    guard left.utf8.count == right.utf8.count else { return false }
    let isSame = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right in
        UnsafeRawBufferPointer(left).isSame(as: UnsafeRawBufferPointer(right))
      } ?? nil
    }
    return (isSame ?? nil) ?? left.utf8.elementsEqual(right.utf8)
  }

  /// Whether the bytes differ.
  @inlinable
  package static func != (left: String, right: String) -> Bool { !(left == right) }

  /// Whether the bytes are the same, in a `switch`.
  @inlinable
  package static func ~= (pattern: String, text: String) -> Bool { pattern == text }

  /// The order of the bytes, which is that of the code points.
  @inlinable
  package static func < (left: String, right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// Whether the first bytes are these.
  @inlinable
  package func hasPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  /// Whether the last bytes are these.
  @inlinable
  package func hasSuffix(_ suffix: String) -> Bool {
    utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}

extension Optional where Wrapped == String {
  /// Whether both are absent, or the bytes are the same.
  @inlinable
  package static func == (left: String?, right: String?) -> Bool {
    switch (left, right) {
    case (let left?, let right?): left == right
    case (nil, nil): true
    default: false
    }
  }

  /// Whether one is absent, or the bytes differ.
  @inlinable
  package static func != (left: String?, right: String?) -> Bool { !(left == right) }

  // Beside a literal the compiler would otherwise take Swift's.

  /// Whether the text is there and the bytes are the same.
  @inlinable
  package static func == (left: String?, right: String) -> Bool {
    left.map { $0 == right } ?? false
  }

  /// Whether the text is absent or the bytes differ.
  @inlinable
  package static func != (left: String?, right: String) -> Bool { !(left == right) }

  /// Whether the text is there and the bytes are the same, in a `switch`.
  @inlinable
  package static func ~= (pattern: String, text: String?) -> Bool {
    text.map { pattern == $0 } ?? false
  }
}

extension Array where Element == String {
  /// Whether all texts have the same bytes.
  @inlinable
  package static func == (left: [String], right: [String]) -> Bool {
    left.elementsEqual(right) { $0 == $1 }
  }

  /// Whether one text has other bytes.
  @inlinable
  package static func != (left: [String], right: [String]) -> Bool { !(left == right) }
}

extension Sequence where Element == String {
  /// Whether one of the texts has these bytes.
  @inlinable
  package func contains(_ text: String) -> Bool { contains { $0 == text } }

  /// The texts in the order of their bytes.
  @inlinable
  package func sorted() -> [String] { sorted { $0 < $1 } }
}

extension Collection where Element == String {
  /// The place of the first text that has these bytes.
  @inlinable
  package func firstIndex(of text: String) -> Index? { firstIndex { $0 == text } }
}

extension Hasher {
  /// Feeds in the bytes. The compiler calls this for members of types that are `Hashable`.
  @inlinable
  package mutating func combine(_ text: String) {
    var text = text
    text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    // No text has this byte, so that "ab", "c" differs from "a", "bc".
    combine(0xFF as UInt8)
  }

  /// Feeds in the bytes, or that there are none.
  @inlinable
  package mutating func combine(_ text: String?) {
    guard let text else { return combine(false) }
    combine(true)
    combine(text)
  }

  /// Feeds in the bytes of all texts.
  @inlinable
  package mutating func combine(_ texts: [String]) {
    combine(texts.count)
    for text in texts { combine(text) }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether all bytes are the same; looked at eight at a time.
  @inlinable
  package func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    let words = count & ~7
    for place in stride(from: 0, to: words, by: 8)
    where loadUnaligned(fromByteOffset: place, as: UInt64.self)
      != other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    {
      return false
    }
    for place in words..<count where self[place] != other[place] { return false }
    return true
  }
}
