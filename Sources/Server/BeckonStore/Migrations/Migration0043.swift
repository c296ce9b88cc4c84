import BeckonDatabase

extension Migration {
  /// By which time zone's days the clicks of an app are counted, and which are still to be moved to
  /// another zone's (`ClickZone`). A visitor of a link knows the click that made it one, so that
  /// it can be moved with that. By which zone earlier clicks were counted is not known: an app may
  /// have changed it, even twice. They stay on their days.
  static let clickZones = Migration(
    number: 43, name: "click-zones",
    statements: [
      """
      CREATE TABLE click_zones (
        app BIGINT NOT NULL PRIMARY KEY,
        zone TEXT NOT NULL,
        former_zone TEXT NOT NULL,
        unknown_until BIGINT NOT NULL,
        last_click BIGINT NOT NULL,
        moved UUID,
        is_done BIGINT NOT NULL
      ) {clustered}
      """,
      """
      INSERT INTO click_zones
        (app, zone, former_zone, unknown_until, last_click, moved, is_done)
      SELECT number, COALESCE({document settings} ->> 'time_zone', ''), '',
        COALESCE((SELECT position FROM loops WHERE name = 'click-roll-up'), 0), 0, NULL, 1
      FROM apps
      """,
      "ALTER TABLE link_visitors ADD COLUMN first_click BIGINT",
    ])
}
