/// A file of the repository, cut into what the rules look at.
struct SourceFile {
  /// From the root of the repository: `Sources/Shared/BeckonModel/JSON/JSON.swift`.
  let path: String
  let text: String
  /// Lines without their ends.
  let lines: [Substring]
  let tokens: [Token]
  /// `tokens` without comments and strings.
  let code: [Token]
  let linesInLongStrings: Set<Int>

  init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
    let lexer = Lexer(text)
    tokens = lexer.tokens
    code = lexer.tokens.code
    linesInLongStrings = lexer.linesInLongStrings
  }

  func isIn(_ folders: String...) -> Bool { folders.contains { path.hasPrefix($0 + "/") } }

  /// Whether the line, or the comment above it, gives a reason behind these words.
  func gives(_ reason: String, at line: Int) -> Bool {
    var above = line - 1
    while above > 0, isComment(above) { above -= 1 }
    return (above + 1...line).contains { lines[$0 - 1].contains("// \(reason): ") }
  }

  private func isComment(_ line: Int) -> Bool {
    lines[line - 1].drop { $0 == " " }.hasPrefix("//")
  }

  func finding(_ line: Int, _ reason: String) -> Finding {
    Finding(path: path, line: line, reason: reason)
  }
}
