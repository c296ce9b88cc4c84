/// A statement that is run for many rows of parameters at a time. It is written for one row, `$1`
/// and so on, and a connection without a better way runs it once for each. A `SELECT` stays as it
/// is; `INSERT … SELECT $1, … {each} WHERE true` and `UPDATE … SET … {each} WHERE …` say by a piece
/// where the rows come in. Make it once, as a `static let`: a driver finds its prepared
/// statement by it.
///
/// In which order the rows are taken is not told. No two rows may change the same row of a table.
public final class BulkStatement: Sendable {
  /// The statement for one row.
  public let sql: SQL
  /// The parameters' types and names, in order. The names say what they are; nothing reads them.
  public let parameters: [Insertion.Column]

  /// A statement with these parameters.
  public init(_ sql: SQL, _ parameters: [Insertion.Column]) {
    self.sql = sql
    self.parameters = parameters
  }
}
