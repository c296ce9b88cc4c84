import BeckonModel

/// Cuts a file into the objects that stand in it, one after the other: the elements of an array, of
/// `{"products": […]}` as the API writes it, or an object in each line. Holds no more than one of
/// them, and does not look inside. What is no object is handed out too, where it is plain where the
/// next one begins, so that one mistake harms no other row.
struct JSONRowReader {
  /// What stands in a row.
  struct Row {
    /// How many it is the last of, from 1: several may stand in one line of the file.
    let place: Int
    let bytes: [UInt8]
  }

  private enum State { case between, object, other, tail }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let wrapper = Array("{\"products\":".utf8)
  private static let quote = UInt8(ascii: "\"")
  private static let brace = UInt8(ascii: "{")

  private var bytes: [UInt8] = []
  private var state = State.between
  private var (place, line, rowLine) = (0, 1, 1)
  /// What is open in the object, the outermost first, and the last byte outside of its texts.
  private var (opens, last): ([UInt8], UInt8) = ([], 0)
  private var (isInText, isEscaped) = (false, false)
  private var (isArray, isWrapped, isOver) = (false, false, false)
  private var isFirst = true

  /// Whether a text that begins so may hold objects, and is no table.
  static func isBeginning(_ text: [UInt8]) -> Bool {
    [UInt8(ascii: "["), brace].contains(firstByte(of: text))
  }

  /// Whether a text that begins so is XML.
  static func isXML(_ text: [UInt8]) -> Bool { firstByte(of: text) == UInt8(ascii: "<") }

  private static func firstByte(of text: [UInt8]) -> UInt8? {
    (text.starts(with: mark) ? text.dropFirst(mark.count) : text[...]).first { !isSpace($0) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }

  /// Reads on, and hands out the rows that are complete.
  mutating func read(_ text: [UInt8], _ take: (Row) -> Void) throws(CSVReader.Fault) {
    for byte in isFirst && text.starts(with: Self.mark) ? Array(text.dropFirst(3)) : text {
      switch state {
      case .between: try readBetween(byte)
      case .object: try readInside(byte, take)
      case .other: try readOther(byte, take)
      case .tail: try keep(byte)
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
    isFirst = false
  }

  /// Hands out the last row, if it has no end of its own.
  /// - Throws: `CSVReader.Fault` when the file ends inside an object, or goes on elsewhere.
  mutating func end(_ take: (Row) -> Void) throws(CSVReader.Fault) {
    if state == .other, !isArray { finish(take) }
    guard state == .tail || (state == .between && (isOver || !isArray)) else {
      throw CSVReader.Fault(line: rowLine, reason: "the file ends too early")
    }
    if isWrapped { try readTail() }
  }

  private mutating func begin(_ byte: UInt8, _ next: State) {
    (state, bytes, rowLine) = (next, [byte], line)
    (opens, last) = (byte == Self.brace || byte == UInt8(ascii: "[") ? [byte] : [], byte)
    (isInText, isEscaped) = (byte == Self.quote, false)
  }

  private mutating func finish(_ take: (Row) -> Void) {
    place += 1
    take(Row(place: place, bytes: bytes))
    (bytes, state) = ([], .between)
  }

  private mutating func keep(_ byte: UInt8) throws(CSVReader.Fault) {
    bytes.append(byte)
    guard bytes.count <= CSVReader.rowBytes else {
      throw CSVReader.Fault(
        line: rowLine, reason: "the object is longer than \(CSVReader.rowBytes) bytes")
    }
  }

  private mutating func readBetween(_ byte: UInt8) throws(CSVReader.Fault) {
    switch byte {
    case _ where Self.isSpace(byte): break
    case _ where isOver:
      throw CSVReader.Fault(
        line: line, reason: "something stands behind the end of the array of objects")
    case Self.brace: begin(byte, .object)
    case UInt8(ascii: "[") where !isArray && place == 0: isArray = true
    case UInt8(ascii: "]") where isArray:
      isOver = true
      if isWrapped { (state, rowLine) = (.tail, line) }
    case UInt8(ascii: ",") where isArray: break
    default: begin(byte, .other)
    }
  }

  /// What is no object ends with its line, or before the next comma of the array.
  private mutating func readOther(
    _ byte: UInt8, _ take: (Row) -> Void
  ) throws(CSVReader.Fault) {
    let isOutside = isArray && !isInText && opens.isEmpty
    let isEnd = isOutside && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]"))
    if isEnd || byte == UInt8(ascii: "\n") {
      finish(take)
      return try readBetween(byte)
    }
    try keep(byte)
    switch byte {
    case Self.quote: isInText.toggle()
    case Self.brace where !isInText, UInt8(ascii: "[") where !isInText: opens.append(byte)
    case UInt8(ascii: "}") where !isInText, UInt8(ascii: "]") where !isInText: _ = opens.popLast()
    default: break
    }
  }

  private mutating func readInside(
    _ byte: UInt8, _ take: (Row) -> Void
  ) throws(CSVReader.Fault) {
    if isInText { return try readText(byte, take) }
    // Where only a name may stand, an object is the next one: this one has no end.
    if byte == Self.brace, opens.last == Self.brace, last != UInt8(ascii: ":") {
      finish(take)
      return begin(byte, .object)
    }
    if byte == UInt8(ascii: "["), isAtWrapper {
      (isArray, isWrapped, bytes, state) = (true, true, [], .between)
      return
    }
    try keep(byte)
    switch byte {
    case Self.quote: isInText = true
    case Self.brace, UInt8(ascii: "["): opens.append(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      opens.removeLast()
      if opens.isEmpty { finish(take) }
    default: break
    }
    if !Self.isSpace(byte) { last = byte }
  }

  /// A text ends before its line does: else its quote is missing.
  private mutating func readText(
    _ byte: UInt8, _ take: (Row) -> Void
  ) throws(CSVReader.Fault) {
    if byte == UInt8(ascii: "\n") { return finish(take) }
    try keep(byte)
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == Self.quote {
      isInText = false
    }
  }

  /// Whether what stands here in front is that of the API's own list.
  private var isAtWrapper: Bool {
    place == 0 && !isArray && opens.count == 1
      && bytes.filter { !Self.isSpace($0) } == Self.wrapper
  }

  /// What stands behind the list: whether there is more of it.
  private func readTail() throws(CSVReader.Fault) {
    let whole = try? JSONReader.read(Self.wrapper + Array("[]".utf8) + bytes)
    guard let whole else {
      throw CSVReader.Fault(line: rowLine, reason: "what stands behind the products is no JSON")
    }
    guard whole["next"]?.string == nil else {
      throw CSVReader.Fault(
        line: rowLine,
        reason: "'next' tells that this is one page of a list: put the products of all pages into "
          + "one array, or take 'next' out to import this page alone")
    }
  }
}
