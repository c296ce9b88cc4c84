/// The shape of rows that go into a table many at a time. Make it once, as a `static let`: a driver
/// finds its prepared statement by it.
public final class Insertion: Sendable {
  /// A column: its type, and its name.
  public enum Column: Sendable {
    /// `BIGINT`.
    case integer(StaticString)
    /// `DOUBLE PRECISION`.
    case real(StaticString)
    /// `TEXT`.
    case text(StaticString)
    /// `UUID`.
    case identifier(StaticString)

    /// Its name in the table.
    public var name: StaticString {
      switch self {
      case .integer(let name), .real(let name), .text(let name), .identifier(let name): name
      }
    }
  }

  /// The table's name.
  public let table: StaticString
  /// Columns of the table's primary key or of its one unique index; they stand first in each row.
  public let key: [Column]
  /// The other columns, in the order of each row.
  public let others: [Column]

  /// Rows for `table`; of columns that are named neither here nor there the table's own value is
  /// taken. `key` may be empty when nobody asks which rows are new.
  public init(_ table: StaticString, key: [Column] = [], _ others: [Column] = []) {
    self.table = table
    self.key = key
    self.others = others
  }

  /// All columns, in the order of each row.
  public var columns: [Column] { key + others }

  /// `INSERT INTO table (column, …)`.
  package var head: String {
    "INSERT INTO \(table) (" + columns.map { "\($0.name)" }.joined(separator: ", ") + ")"
  }

  /// - Throws: `DatabaseError.misuse` when a row has another number of values than columns.
  package func check(_ rows: [[DatabaseValue]]) throws(DatabaseError) {
    let count = key.count + others.count
    guard let wrong = rows.first(where: { $0.count != count }) else { return }
    throw .misuse("\(wrong.count) values for \(count) columns of \(table)")
  }
}
