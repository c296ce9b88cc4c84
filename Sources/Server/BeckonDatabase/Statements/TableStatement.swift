/// A statement about all rows of one table, put together from the names in an `Insertion`; those
/// stand in the program, so no text from outside can become SQL. Make it once, as a `static let`: a
/// driver finds its prepared statement by it.
public final class TableStatement: Sendable {
  /// The statement in the common SQL.
  package let sql: String
  /// Whether it gives rows in the order of their key, which an index must give: sorting a large
  /// table for each page would never end.
  package let isOrdered: Bool

  private init(_ sql: String, isOrdered: Bool = false) {
    self.sql = sql
    self.isOrdered = isOrdered
  }

  /// The first `count` rows in the order of their key; all columns, without parameters.
  public static func firstPage(of table: Insertion, count: Int) -> TableStatement {
    TableStatement("\(select(table)) ORDER BY \(key(of: table)) LIMIT \(count)", isOrdered: true)
  }

  /// The `count` rows behind a key, which is the parameters.
  public static func nextPage(of table: Insertion, count: Int) -> TableStatement {
    TableStatement(
      "\(select(table)) WHERE (\(key(of: table))) > (\(places(of: table))) "
        + "ORDER BY \(key(of: table)) LIMIT \(count)", isOrdered: true)
  }

  /// The row of a key, which is the parameters.
  public static func row(of table: Insertion) -> TableStatement {
    TableStatement("\(select(table)) WHERE (\(key(of: table))) = (\(places(of: table)))")
  }

  /// The largest value of the key's first column, 0 in an empty table; for a table that numbers its
  /// rows.
  public static func newest(of table: Insertion) -> TableStatement {
    let number = table.key.first.map { "\($0.name)" } ?? "0"
    return TableStatement("SELECT COALESCE(MAX(\(number)), 0) FROM \(table.table)")
  }

  /// A column of the row with the smallest key.
  public static func first(_ column: StaticString, of table: Insertion) -> TableStatement {
    TableStatement("SELECT \(column) FROM \(table.table) ORDER BY \(key(of: table)) LIMIT 1")
  }

  /// The number of rows.
  public static func count(of table: Insertion) -> TableStatement {
    TableStatement("SELECT COUNT(*) FROM \(table.table)")
  }

  /// Deletes all rows.
  public static func clear(_ table: Insertion) -> TableStatement {
    TableStatement("DELETE FROM \(table.table)")
  }

  private static func select(_ table: Insertion) -> String {
    "SELECT " + table.columns.map { "\($0.name)" }.joined(separator: ", ") + " FROM \(table.table)"
  }

  private static func key(of table: Insertion) -> String {
    table.key.map { "\($0.name)" }.joined(separator: ", ")
  }

  private static func places(of table: Insertion) -> String {
    table.key.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
  }
}
