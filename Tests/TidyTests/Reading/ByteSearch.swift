import Foundation

/// A look whether something can be in a file at all, by the C library: the rules read ten megabytes
/// in a build for debugging, where each step of a loop costs a hundred times as much.
extension StringProtocol {
  /// Whether the bytes of a word stand somewhere in the text, letter for letter.
  func holds(bytesOf word: String) -> Bool { strstr(String(self), word) != nil }
}

extension SourceFile {
  /// As the positions in `code`, at once where a word of the pattern is not in the file.
  func positions(of pattern: String) -> [Int] {
    let words = pattern.utf8.split { !Lexer.isWord($0) || $0 == UInt8(ascii: "_") }
    let longest = words.max { $0.count < $1.count }
    guard text.holds(bytesOf: longest.map { String(Substring($0)) } ?? "") else { return [] }
    return code.positions(of: pattern)
  }
}
