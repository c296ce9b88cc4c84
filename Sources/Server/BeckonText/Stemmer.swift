import BeckonBasics
import CBeckonText

/// Finds the stems of one language's words.
final class Stemmer: Sendable {
  /// The library's stemmer keeps its last word, so one thread at a time may ask it.
  private let stemmer: Locked<Handle>

  /// What the library gave. Only whoever holds the lock reaches it.
  private struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  /// The names of the library's languages, such as `german`.
  static var languages: [String] {
    guard let list = sb_stemmer_list() else { return [] }
    var names: [String] = []
    while let name = list[names.count] { names.append(String(cString: name)) }
    return names
  }

  /// The stemmer of a language; `nil` where the library has none.
  /// - Parameter language: its code of two or three letters.
  init?(language: String) {
    guard let pointer = sb_stemmer_new(language, nil) else { return nil }
    stemmer = Locked(Handle(pointer: pointer))
  }

  deinit {
    stemmer.withLock { sb_stemmer_delete($0.pointer) }
  }

  /// The stem of a word of UTF-8 in small letters.
  func stem(_ word: [UInt8]) -> [UInt8] {
    stemmer.withLock { handle in
      guard let stem = sb_stemmer_stem(handle.pointer, word, Int32(clamping: word.count)) else {
        return word
      }
      let count = Int(sb_stemmer_length(handle.pointer))
      return Array(UnsafeBufferPointer(start: stem, count: count))
    }
  }
}
