/// The places where the two databases' SQL must differ. Written in braces inside a statement, and
/// replaced by the driver when it prepares it.
public enum SQLPiece: String, CaseIterable, Sendable {
  /// Behind `CREATE TABLE (…)`: keep the rows in the order of the primary key.
  case clustered
  /// A column that numbers the rows in the order of their commit, and is the primary key.
  case sequence
  /// Behind a `SELECT` of rows that are about to be changed: lock them.
  case locked
}
