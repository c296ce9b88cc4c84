/// What stands between two braces, with what stands before them.
struct Block {
  /// Positions of the tokens since the brace before.
  let header: Range<Int>
  /// Positions of the tokens between the braces.
  let body: Range<Int>

  /// All blocks of `code`, inner ones before outer ones.
  static func all(in code: [Token]) -> [Block] {
    var blocks: [Block] = []
    var open: [(brace: Int, header: Int, parentheses: Int)] = []
    var (header, parentheses) = (0, 0)
    for (index, token) in code.enumerated() where token.kind == .symbol {
      switch token.text {
      case "(": parentheses += 1
      case ")": parentheses -= 1
      case "{":
        open.append((index, header, parentheses))
        (header, parentheses) = (index + 1, 0)
      case "}":
        guard let last = open.popLast() else { continue }
        blocks.append(Block(header: last.header..<last.brace, body: last.brace + 1..<index))
        // A closure inside parentheses, such as a default argument, ends no header.
        header = last.parentheses > 0 ? last.header : index + 1
        parentheses = last.parentheses
      default: break
      }
    }
    return blocks
  }

  private static let typeWords: Set = ["struct", "class", "enum", "protocol", "actor", "extension"]
  private static let codeWords: Set = [
    "func", "init", "deinit", "subscript", "var", "let", "get", "set", "willSet", "didSet",
  ]

  /// Position of the word that makes this block the body of a function, accessor or stored closure;
  /// `nil` for a type and for a block inside a function.
  func functionWord(in code: [Token]) -> Int? {
    let last = header.last { index in
      let token = code[index]
      guard token.kind == .word,
        Self.typeWords.contains(token.text) || Self.codeWords.contains(token.text)
      else { return false }
      let isMember = index > 0 && code[index - 1].isSymbol(".")
      let isLabel = index + 1 < code.count && code[index + 1].isSymbol(":")
      return !isMember && !isLabel
    }
    guard let last, Self.codeWords.contains(code[last].text) else { return nil }
    return last
  }
}
