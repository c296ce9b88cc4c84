import BeckonDatabase
import BeckonModel

extension Partitions {
  /// Drops the months that every app has kept long enough, and gives how many were dropped. What
  /// only some apps have kept long enough is deleted by `Retention`.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func dropOld(_ connection: any Connection, now: Instant) throws -> Int64 {
    let apps = try AppRetention.all(connection)
    return try Feature.all.flatMap(\.kept).reduce(0) { dropped, kept in
      guard let table = kept.months,
        let longest = apps.map({ kept.milliseconds(of: $0.days) }).max()
      else { return dropped }
      let end = now.adding(milliseconds: -longest)
      return try dropped + Partitions.drop(of: table, before: end, connection)
    }
  }
}
