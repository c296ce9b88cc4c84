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

  /// Drops the months that every app has kept long enough, and gives how many were dropped. What
  /// only some apps have kept long enough is deleted by `Retention`.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func dropOld(_ connection: any Connection, now: Instant) throws -> Int64 {
    let apps = try connection.rows("SELECT settings FROM apps", []) { row in
      let days = try row.json(0)["retention_days"]
      let defaults = RetentionDays()
      return (
        clicks: days?["clicks"]?.integer ?? defaults.clicks,
        facts: days?["events"]?.integer ?? defaults.events
      )
    }
    guard let clicks = apps.map(\.clicks).max(), let facts = apps.map(\.facts).max() else {
      return 0
    }
    var dropped: Int64 = 0
    for (table, days) in [
      ("clicks", clicks), ("facts", facts), ("webhook_outbox", Limits.webhookDays),
    ] {
      let before = now.adding(milliseconds: -days * Span.dayMilliseconds)
      dropped +=
        try connection.first(
          "SELECT {drop_partitions}($1, $2)", [.text(table), .instant(before)]
        ) { $0.integer(0) } ?? 0
    }
    return dropped
  }
}
