/// A piece of Swift source.
struct Token: Equatable {
  enum Kind: Equatable { case word, number, symbol, string, comment }

  let kind: Kind
  /// The word without backticks, one byte of punctuation, the text between the quotes, or the
  /// comment with its slashes.
  let text: String
  /// Line of its first character, from 1.
  let line: Int
  /// Whether nothing stands between it and the token before: `try!` is not `try !`.
  let isGlued: Bool

  func isSymbol(_ text: String) -> Bool { kind == .symbol && self.text == text }
  func isWord(_ text: String) -> Bool { kind == .word && self.text == text }
}

extension [Token] {
  /// Without comments and string contents: what the compiler acts on.
  var code: [Token] { filter { $0.kind != .comment && $0.kind != .string } }

  /// Positions at which the tokens of `pattern` begin; `_` in it stands for any word. The pattern
  /// is Swift: `any _<`.
  func positions(of pattern: String) -> [Int] {
    let wanted = Lexer.tokens(of: pattern).code
    guard !wanted.isEmpty, count >= wanted.count else { return [] }
    return (0...count - wanted.count).filter { start in
      wanted.indices.allSatisfy { offset in
        let (token, want) = (self[start + offset], wanted[offset])
        guard offset == 0 || !want.isSymbol("!") || token.isGlued else { return false }
        return want.isWord("_")
          ? token.kind == .word : token.kind == want.kind && token.text == want.text
      }
    }
  }

  /// Position of the bracket that closes the one at `open`; the last position when there is none.
  func closing(_ open: Int) -> Int {
    var depth = 0
    for index in open..<count where self[index].kind == .symbol {
      switch self[index].text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: break
      }
      if depth == 0 { return index }
    }
    return count - 1
  }
}
