import BeckonModel

/// The parts of tables that are split by month. Where nothing is split, this does nothing.
///
/// Rows of a month that has no part go to a part for the rest, so nothing is ever refused; but what
/// lies there is deleted row by row, and is looked at by every statement. So the parts are made
/// ahead, when the schema is migrated and once a day.
public enum Partitions {
  /// Makes the months that are missing, up to three ahead, and gives how many were made.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func makeAhead(_ connection: any Connection, now: Instant) throws -> Int64 {
    try connection.first("SELECT {make_partitions}($1)", [.instant(now)]) { $0.integer(0) } ?? 0
  }

  /// Drops the months of a table that end before an instant, and gives how many were dropped.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func drop(
    of table: StaticString, before end: Instant, _ connection: any Connection
  ) throws -> Int64 {
    try connection.first(
      "SELECT {drop_partitions}($1, $2)", [.text("\(table)"), .instant(end)]
    ) { $0.integer(0) } ?? 0
  }
}
