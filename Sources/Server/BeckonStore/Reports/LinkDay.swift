import BeckonDatabase
import BeckonEngine
import BeckonModel

/// A place in `link_days`: where visits of one kind are counted.
struct LinkDay: Hashable {
  /// The kind of the first clicks of visitors, which are counted a second time under it.
  static let unique = "unique"

  let app: Int64
  let link: LinkID
  let day: String
  let platform: String
  let kind: String

  /// The places where a click is counted that falls on this day.
  static func places(of click: CountedClick, on day: String, isFirst: Bool) -> [LinkDay] {
    (isFirst ? [click.kind, unique] : [click.kind]).map { kind in
      LinkDay(
        app: click.app, link: click.link, day: day, platform: click.platform, kind: kind)
    }
  }

  /// Changes counts by so many.
  static func add(_ changes: [LinkDay: Int64], _ connection: any Connection) throws {
    for (place, change) in changes where change != 0 {
      try connection.send(
        """
        INSERT INTO link_days (app, link, day, platform, kind, count)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (app, link, day, platform, kind) DO UPDATE SET
          count = link_days.count + excluded.count
        """, place.key + [.integer(change)])
    }
  }

  /// Deletes this place if nothing is counted there any more.
  func deleteIfEmpty(_ connection: any Connection) throws {
    try connection.send(
      """
      DELETE FROM link_days WHERE app = $1 AND link = $2 AND day = $3 AND platform = $4
        AND kind = $5 AND count = 0
      """, key)
  }

  private var key: [DatabaseValue] {
    [.integer(app), .id(link), .text(day), .text(platform), .text(kind)]
  }
}
