/// Cuts Swift source into tokens, well enough for house rules: comments nest, strings may be raw,
/// long and interpolated (the code inside an interpolation is code). A regular expression must be
/// written `#/…/#` to be understood.
struct Lexer {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private(set) var tokens: [Token] = []
  /// Lines that hold a piece of a string between triple quotes.
  private(set) var linesInLongStrings: Set<Int> = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    readCode(untilParenthesis: false)
  }

  static func tokens(of text: String) -> [Token] { Lexer(text).tokens }

  private mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\n"), 0x20, 0x09, 0x0D: skip(1)
      case UInt8(ascii: "/") where starts("//"): readLineComment()
      case UInt8(ascii: "/") where starts("/*"): readBlockComment()
      case UInt8(ascii: "\""): readString(hashes: 0)
      case UInt8(ascii: "#") where starts("#/"): readRegularExpression()
      case UInt8(ascii: "#"): readHashes()
      case UInt8(ascii: "`"): readQuotedWord()
      case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
      case _ where Self.isWord(byte): readWord()
      default:
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        if untilParenthesis, depth < 0 { return skip(1) }
        add(.symbol, from: position, to: position + 1)
        skip(1)
      }
    }
  }

  private mutating func readLineComment() {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    add(.comment, from: start, to: position)
  }

  private mutating func readBlockComment() {
    let (start, firstLine) = (position, line)
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        skip(2)
      } else if starts("*/") {
        depth -= 1
        skip(2)
      } else {
        skip(1)
      }
    } while depth > 0 && position < bytes.count
    add(.comment, from: start, to: position, line: firstLine)
  }

  private mutating func readHashes() {
    var end = position
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
      let hashes = end - position
      position = end
      readString(hashes: hashes)
    } else {
      add(.symbol, from: position, to: position + 1)
      skip(1)
    }
  }

  private mutating func readRegularExpression() {
    add(.symbol, from: position, to: position + 1)
    add(.symbol, from: position + 1, to: position + 2)
    skip(2)
    let (start, firstLine) = (position, line)
    while position < bytes.count, !starts("/#") { skip(1) }
    add(.string, from: start, to: position, line: firstLine)
    skip(2)
  }

  private mutating func readString(hashes: Int) {
    let isLong = starts("\"\"\"")
    let hash = String(repeating: "#", count: hashes)
    let end = (isLong ? "\"\"\"" : "\"") + hash
    let escape = "\\" + hash
    skip(isLong ? 3 : 1)
    var (start, startLine) = (position, line)
    while position < bytes.count, !starts(end), isLong || bytes[position] != UInt8(ascii: "\n") {
      if isLong { linesInLongStrings.insert(line) }
      if starts(escape + "(") {
        add(.string, from: start, to: position, line: startLine)
        skip(escape.utf8.count + 1)
        readCode(untilParenthesis: true)
        (start, startLine) = (position, line)
      } else {
        skip(starts(escape) ? escape.utf8.count + 1 : 1)
      }
    }
    add(.string, from: start, to: min(position, bytes.count), line: startLine)
    skip(end.utf8.count)
  }

  private mutating func readQuotedWord() {
    let start = position + 1
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "`") { end += 1 }
    add(.word, from: start, to: end)
    position = end + 1
  }

  private mutating func readWord() {
    let start = position
    while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
    add(.word, from: start, to: position)
  }

  private mutating func readNumber() {
    let start = position
    while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
    add(.number, from: start, to: position)
  }

  private mutating func add(_ kind: Token.Kind, from start: Int, to end: Int, line: Int? = nil) {
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    let isGlued = start > 0 && ![0x20, 0x0A, 0x09].contains(bytes[start - 1])
    tokens.append(Token(kind: kind, text: text, line: line ?? self.line, isGlued: isGlued))
  }

  private mutating func skip(_ count: Int) {
    for _ in 0..<count where position < bytes.count {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
  }

  private func starts(_ text: String) -> Bool {
    let end = position + text.utf8.count
    return end <= bytes.count && bytes[position..<end].elementsEqual(text.utf8)
  }

  /// Letters, digits, underscore, `$`, and all that is not ASCII.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
      true
    default: false
    }
  }
}
