/// The places where the two databases' SQL must differ. Written in braces inside a statement,
/// `{locked}`, some with a column, `{monthly at}`, and replaced by the driver when it prepares it.
public enum SQLPiece: String, CaseIterable, Sendable {
  /// Behind `CREATE TABLE (…)`: keep the rows in the order of the primary key.
  case clustered
  /// A column that numbers the rows in the order of their insertion, and is the primary key.
  case sequence
  /// `seq {position at}`: a column that a tailing reader follows, in a table that is split by the
  /// time in the column named. Rows of one transaction stand together, transactions in the order in
  /// which they began to write. Numbers have gaps, so they must not be counted by their distance.
  case position
  /// In a `BulkStatement`, where the rows of its parameters come in.
  case each
  /// Behind a column, `name {among $3}`: it is one of the texts in the JSON array of a parameter.
  case among
  /// `{document options} -> 'utm'`: a column with a JSON text, to be looked into.
  case document
  /// Behind a table's name, `{by its_index}`: look for the rows by this index. SQLite without
  /// statistics takes a tenant for ten rows, and would rather walk all of its in the order of the
  /// key; PostgreSQL knows better.
  case by
  /// Behind a `SELECT` of rows that are about to be changed: lock them.
  case locked
  /// Behind a `SELECT` of work to be done: lock its rows, and pass over those that another server
  /// has locked.
  case claimed
  /// `WHERE seq > $1 {settled seq}`: only numbers of a `position` column below which no transaction
  /// can commit any more, so that a tailing reader steps over nothing.
  case settled
  /// Behind `CREATE TABLE (…)`, `{monthly at}`: split by the month of a column in milliseconds.
  case monthly
  /// Behind `CREATE TABLE (…)`, `{hashed id}`: split by a column's hash.
  case hashed
  /// A whole statement: makes the routines that the pieces call. A migration's first.
  case routines
  /// `SELECT {make_partitions}($1)`: makes what parts of split tables are missing, for the time
  /// given in milliseconds and the months after it; for 0, only those without a month. Gives how
  /// many.
  case makePartitions = "make_partitions"
  /// `SELECT {drop_partitions}($1, $2)`: drops the months of a table, by its name, that end before
  /// a time in milliseconds. Gives how many.
  case dropPartitions = "drop_partitions"
  /// `SELECT {database_bytes}`: how many bytes the database takes up.
  case databaseBytes = "database_bytes"
}
