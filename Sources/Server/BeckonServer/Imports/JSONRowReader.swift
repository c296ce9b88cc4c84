import BeckonModel

/// Cuts a file into the objects that stand in it, one after the other: the elements of an array, or
/// an object in each line. Holds no more than one of them, and does not look inside.
struct JSONRowReader {
  /// An object.
  struct Row {
    /// The line of the file in which it begins, from 1.
    let line: Int
    let bytes: [UInt8]
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var bytes: [UInt8] = []
  private var (depth, line, rowLine) = (0, 1, 1)
  private var (isInText, isEscaped) = (false, false)
  private var (isArray, isOver) = (false, false)
  private var isFirst = true

  /// Whether a text that begins so may hold objects, and is no table.
  static func isBeginning(_ text: [UInt8]) -> Bool {
    let rest = text.starts(with: mark) ? text.dropFirst(mark.count) : text[...]
    let first = rest.first { !isSpace($0) }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }

  /// Reads on, and hands out the objects that are complete.
  mutating func read(_ text: [UInt8], _ take: (Row) -> Void) throws(CSVReader.Fault) {
    for byte in isFirst && text.starts(with: Self.mark) ? Array(text.dropFirst(3)) : text {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if depth == 0 { try readBetween(byte) } else { try readInside(byte, take) }
    }
    isFirst = false
  }

  /// - Throws: `CSVReader.Fault` when the file ends inside an object.
  func end() throws(CSVReader.Fault) {
    guard depth == 0, isOver || !isArray else {
      throw CSVReader.Fault(line: rowLine, reason: "the file ends too early")
    }
  }

  private mutating func readBetween(_ byte: UInt8) throws(CSVReader.Fault) {
    switch byte {
    case UInt8(ascii: "{") where !isOver:
      (depth, rowLine, bytes) = (1, line, [byte])
      isInText = false
    case UInt8(ascii: "[") where !isArray && bytes.isEmpty: isArray = true
    case UInt8(ascii: "]") where isArray && !isOver: isOver = true
    case UInt8(ascii: ",") where isArray && !isOver: break
    default:
      guard Self.isSpace(byte) else {
        throw CSVReader.Fault(
          line: line,
          reason: "something other than an object stands there: the file is an array of objects, "
            + "or has one in each line")
      }
    }
  }

  private mutating func readInside(
    _ byte: UInt8, _ take: (Row) -> Void
  ) throws(CSVReader.Fault) {
    bytes.append(byte)
    guard bytes.count <= CSVReader.rowBytes else {
      throw CSVReader.Fault(
        line: rowLine, reason: "the object is longer than \(CSVReader.rowBytes) bytes")
    }
    if isInText {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInText = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth == 0 { take(Row(line: rowLine, bytes: bytes)) }
    default: break
    }
  }
}
