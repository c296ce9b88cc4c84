import BeckonDatabase
import BeckonModel

/// By which time zone's days the clicks of an app are counted in `link_days`. Clicks are counted
/// once and not read again, so it is kept here which zone that was; when the app sets another one,
/// they are moved (`ClickMove`). Whoever stores this has claimed the roll-up of clicks.
struct ClickZone {
  /// By which clicks are counted from now on; empty for UTC.
  let zone: String
  /// By which clicks were counted before.
  private(set) var formerZone = ""
  /// The number of the last click of which nobody knows by which zone it was counted.
  private(set) var unknownUntil: Int64 = 0
  /// The number of the last click that was counted by the former zone.
  private(set) var lastClick: Int64 = 0
  /// The last of these, in the order of their ids, that was moved to its day in the new zone.
  var moved: Identifier?
  /// Whether all of them are.
  var isDone = true

  /// The zone of an app of which nothing is counted yet.
  init(_ zone: String) {
    self.zone = zone
  }

  /// A new zone, to which all clicks up to a number are still to be moved.
  init(_ zone: String, after former: ClickZone, lastClick: Int64) {
    self.zone = zone
    formerZone = former.zone
    unknownUntil = former.unknownUntil
    self.lastClick = lastClick
    isDone = false
  }

  /// The zone of an app; `nil` while none of its clicks is counted.
  static func find(of app: Int64, _ connection: any Connection) throws -> ClickZone? {
    try connection.first(
      """
      SELECT zone, former_zone, unknown_until, last_click, moved, is_done FROM click_zones
      WHERE app = $1
      """, [.integer(app)]
    ) { row in
      var found = ClickZone(row.text(0))
      (found.formerZone, found.unknownUntil) = (row.text(1), row.integer(2))
      (found.lastClick, found.moved) = (row.integer(3), row.optionalIdentifier(4))
      found.isDone = row.bool(5)
      return found
    }
  }

  /// Keeps it.
  func store(of app: Int64, _ connection: any Connection) throws {
    try connection.send(
      """
      INSERT INTO click_zones (app, zone, former_zone, unknown_until, last_click, moved, is_done)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (app) DO UPDATE SET zone = excluded.zone, former_zone = excluded.former_zone,
        unknown_until = excluded.unknown_until, last_click = excluded.last_click,
        moved = excluded.moved, is_done = excluded.is_done
      """,
      [
        .integer(app), .text(zone), .text(formerZone), .integer(unknownUntil),
        .integer(lastClick), .identifier(moved), .bool(isDone),
      ])
  }
}
