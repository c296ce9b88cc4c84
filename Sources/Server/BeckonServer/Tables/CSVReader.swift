import BeckonModel

/// Reads rows of CSV (RFC 4180) piece by piece, and holds no more than a row of them. Cells may be
/// separated by something other than a comma, rows may also end with a bare line feed, and the file
/// may begin with the mark of UTF-8. What a quote makes doubtful is a fault, because all that
/// follows might be read as something else than it is.
public struct CSVReader: Sendable {
  /// Longest row, in bytes.
  public static let rowBytes = 65_536
  /// Most cells of a row.
  public static let cellsMax = 200

  /// A row.
  public struct Row: Hashable, Sendable {
    /// The line of the file in which it begins, from 1.
    public let line: Int
    /// Its cells, without their quotes.
    public let cells: [[UInt8]]
  }

  /// What stands there is no CSV.
  public struct Fault: Error, Sendable {
    /// The line.
    public let line: Int
    /// What is wrong with it.
    public let reason: String
  }

  /// What may separate cells, the usual one first.
  static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

  private enum State { case start, plain, quoted, quote, carriageReturn }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let quote = UInt8(ascii: "\"")

  private let separator: UInt8
  private var state = State.start
  private var cell: [UInt8] = []
  private var cells: [[UInt8]] = []
  private var size = 0
  private var isFirst = true
  private var isQuoted = false
  /// The line that is read, and the one in which the row began.
  private var (line, rowLine) = (1, 1)

  /// Begins.
  /// - Parameter separator: what stands between two cells: a comma, a semicolon or a tab.
  public init(separator: UInt8 = UInt8(ascii: ",")) {
    self.separator = separator
  }

  /// Reads on, and hands out the rows that are complete. Empty lines are none.
  public mutating func read(
    _ bytes: some Sequence<UInt8>, _ take: (Row) -> Void
  ) throws(Fault) {
    for byte in bytes {
      size += 1
      guard size <= Self.rowBytes else {
        throw Fault(
          line: rowLine,
          reason: "the row is longer than \(Self.rowBytes) bytes; is a quote missing?")
      }
      try read(byte, take)
    }
  }

  /// Hands out the last row, if it has no end of its own.
  public mutating func end(_ take: (Row) -> Void) throws(Fault) {
    guard state != .quoted else { throw Fault(line: rowLine, reason: "a quote is not closed") }
    if state != .start || !cells.isEmpty || isQuoted { try endRow(take) }
  }

  private mutating func read(_ byte: UInt8, _ take: (Row) -> Void) throws(Fault) {
    switch (state, byte) {
    case (.quoted, Self.quote): state = .quote
    case (.quoted, _): appendQuoted(byte)
    case (.carriageReturn, UInt8(ascii: "\n")): try endRow(take)
    case (.carriageReturn, _):
      throw Fault(
        line: line,
        reason: "a carriage return stands alone: rows end with CR LF or LF, and the file is UTF-8")
    case (.quote, Self.quote):
      cell.append(byte)
      state = .quoted
    case (_, separator): try endCell()
    case (_, UInt8(ascii: "\r")): state = .carriageReturn
    case (_, UInt8(ascii: "\n")): try endRow(take)
    case (.quote, _):
      throw Fault(
        line: line,
        reason: "something other than a \(nameOfSeparator) stands behind a closing quote: cells "
          + "are separated by \(nameOfSeparator)s, and quotes inside a cell are doubled")
    case (_, Self.quote): try beginQuoted()
    default:
      cell.append(byte)
      state = .plain
    }
  }

  private var nameOfSeparator: String {
    switch separator {
    case UInt8(ascii: ";"): "semicolon"
    case UInt8(ascii: "\t"): "tab"
    default: "comma"
    }
  }

  private mutating func beginQuoted() throws(Fault) {
    guard state == .start || (cell == Self.mark && isFirst && cells.isEmpty) else {
      throw Fault(
        line: line,
        reason: "a quote stands inside a cell: put the cell in quotes, and double those inside")
    }
    cell = []
    (state, isQuoted) = (.quoted, true)
  }

  private mutating func appendQuoted(_ byte: UInt8) {
    if byte == UInt8(ascii: "\n") { line += 1 }
    cell.append(byte)
  }

  private mutating func endCell() throws(Fault) {
    if isFirst, cells.isEmpty, cell.starts(with: Self.mark) { cell.removeFirst(Self.mark.count) }
    guard cells.count < Self.cellsMax else {
      throw Fault(line: rowLine, reason: "the row has more than \(Self.cellsMax) cells")
    }
    cells.append(cell)
    cell = []
    state = .start
  }

  private mutating func endRow(_ take: (Row) -> Void) throws(Fault) {
    let isEmpty = cells.isEmpty && cell.isEmpty && !isQuoted
    if !isEmpty {
      try endCell()
      take(Row(line: rowLine, cells: cells))
      isFirst = false
    }
    cells = []
    (state, isQuoted, size) = (.start, false, 0)
    line += 1
    rowLine = line
  }
}

extension CSVReader.Row {
  /// The cells as texts; `nil` when one is not UTF-8, or holds a zero byte, which no text has.
  public var texts: [String]? {
    var texts: [String] = []
    for cell in cells {
      let text = String(decoding: cell, as: UTF8.self)
      // Decoding repairs what is not UTF-8, so a difference shows it.
      guard text.utf8.elementsEqual(cell), !cell.contains(0) else { return nil }
      texts.append(text)
    }
    return texts
  }
}
