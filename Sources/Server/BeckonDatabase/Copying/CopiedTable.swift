import BeckonModel

/// A table as the copier sees it: names and types of its columns, and the statements about it.
public final class CopiedTable: Sendable {
  /// How rows get their key.
  public enum Numbering: Sendable {
    /// We make it.
    case none
    /// `{sequence}`: the table numbers its rows, in the one column of its key.
    case sequence
    /// `{position …}`: the same, and background readers follow the numbers. The table is split by
    /// the time in the column named.
    case position(at: StaticString)
  }

  /// Its name, its key, and its other columns.
  public let shape: Insertion
  /// How its rows get their key.
  public let numbering: Numbering
  let firstPage: TableStatement
  let nextPage: TableStatement
  let row: TableStatement
  let newest: TableStatement
  let oldest: TableStatement?
  let count: TableStatement
  let clear: TableStatement

  /// Rows read and written at a time: enough to make the commit's fsync cheap, and, at the largest
  /// size of a stored text, still little memory.
  static let pageRows = 2_000

  /// A table with a name, a key and other columns.
  public init(
    _ name: StaticString, key: [Insertion.Column], _ others: [Insertion.Column] = [],
    _ numbering: Numbering = .none
  ) {
    shape = Insertion(name, key: key, others)
    self.numbering = numbering
    firstPage = .firstPage(of: shape, count: Self.pageRows)
    nextPage = .nextPage(of: shape, count: Self.pageRows)
    row = .row(of: shape)
    newest = .newest(of: shape)
    oldest =
      switch numbering {
      case .position(let time): .first(time, of: shape)
      case .none, .sequence: nil
      }
    count = .count(of: shape)
    clear = .clear(shape)
  }

  /// Its name.
  public var name: String { "\(shape.table)" }

  /// The key of a row.
  func key(of row: [DatabaseValue]) -> [DatabaseValue] { Array(row.prefix(shape.key.count)) }

  /// The rows behind a key, or the first, in the order of the key; at most `pageRows`, and fewer
  /// only at the end.
  /// - Throws: `DatabaseError`.
  func page(
    behind key: [DatabaseValue]?, _ connection: any Connection
  ) throws -> [[DatabaseValue]] {
    try connection.rows(key == nil ? firstPage : nextPage, key ?? [], values)
  }

  /// Gives all rows, page by page, in the order of the key.
  /// - Throws: `DatabaseError`, or what `body` throws.
  func pages(
    _ connection: any Connection, _ body: ([[DatabaseValue]]) throws -> Void
  ) throws {
    var last: [DatabaseValue]?
    repeat {
      let page = try page(behind: last, connection)
      if !page.isEmpty { try body(page) }
      last = page.count < Self.pageRows ? nil : page.last.map(key)
    } while last != nil
  }

  /// The row of a key, if there is one.
  /// - Throws: `DatabaseError`.
  func row(at key: [DatabaseValue], _ connection: any Connection) throws -> [DatabaseValue]? {
    try connection.rows(row, key, values).first
  }

  /// How many rows it has.
  /// - Throws: `DatabaseError`.
  func rowCount(_ connection: any Connection) throws -> Int64 {
    try connection.rows(count, []) { $0.integer(0) }.first ?? 0
  }

  /// The largest number that it has given to a row.
  /// - Throws: `DatabaseError`.
  func newestNumber(_ connection: any Connection) throws -> Int64 {
    try connection.rows(newest, []) { $0.integer(0) }.first ?? 0
  }

  /// About when the first of its rows was stored, if it is split by time.
  /// - Throws: `DatabaseError`.
  func oldestTime(_ connection: any Connection) throws -> Instant? {
    try oldest.flatMap { try connection.rows($0, []) { $0.instant(0) }.first }
  }

  private func values(of row: any Row) -> [DatabaseValue] {
    var index = 0
    return shape.columns.map { column in
      defer { index += 1 }
      guard !row.isNull(index) else { return .null }
      return switch column {
      case .integer: .integer(row.integer(index))
      case .real: .real(row.real(index))
      case .text: .text(row.text(index))
      case .identifier: .identifier(row.identifier(index))
      }
    }
  }
}
