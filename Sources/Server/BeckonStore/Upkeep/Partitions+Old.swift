import BeckonDatabase
import BeckonModel

extension Partitions {
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
    func drop(_ table: StaticString, keeping days: Int64) throws -> Int64 {
      let end = now.adding(milliseconds: -days * Span.dayMilliseconds)
      return try Partitions.drop(of: table, before: end, connection)
    }
    return try drop("clicks", keeping: clicks) + drop("facts", keeping: facts)
      + drop("webhook_outbox", keeping: Limits.webhookDays)
  }
}
