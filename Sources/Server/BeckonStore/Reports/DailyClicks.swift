import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Clicks in the counts by day. They never change, so the loop that rolls them up adds them to the
/// sums, and no click is kept beside them.
struct DailyClicks {
  private let connection: any Connection

  /// Works in this transaction.
  init(_ connection: any Connection) {
    self.connection = connection
  }

  /// Begins the counts of an app with the clicks that were rolled up before. `false` while another
  /// server rolls up.
  func begin(_ scope: Scope) throws -> Bool {
    guard try Loops(connection).claim(ClickRollUp.loop) != nil else { return false }
    try DailyCounter.add(rolledUp(of: scope.app.number), of: scope.app.number, connection)
    return true
  }

  /// Whether the counts of an app have begun, and are not being deleted.
  func hasBegun(_ app: Int64) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM daily_fills WHERE app = $1 AND roll_up <> $2",
      [.integer(app), .text(DailyFill.discarding)]
    ) { _ in true } ?? false
  }

  /// What the counts of the links come to.
  func rolledUp(of app: Int64) throws -> DailyCells {
    let rows = try connection.rows(
      """
      SELECT d.day, l.campaign, d.platform, CAST(SUM(d.count) AS BIGINT)
      FROM link_days AS d LEFT JOIN links AS l ON l.app = d.app AND l.id = d.link
      WHERE d.app = $1 AND d.kind = 'click' GROUP BY d.day, l.campaign, d.platform
      """, [.integer(app)]
    ) { row -> (DailyCell, DailyAmount) in
      var cell = DailyCell(row.text(0), .click)
      (cell.campaign, cell.platform) = (row.optionalIdentifier(1), row.text(2))
      return (cell, DailyAmount(count: row.integer(3)))
    }
    var cells = DailyCells()
    for (cell, amount) in rows { cells.add(amount, at: cell) }
    return cells
  }

  // MARK: In reports

  /// The clicks among rows chosen by a condition, as they stand in the table.
  static func stored(_ condition: SQL, by index: SQL, _ scope: Scope) throws -> DailyCells {
    var cells = DailyCells()
    // Days begin at a quarter of an hour in every time zone.
    let rows = try scope.connection.rows(
      """
      SELECT clicks.at / 900000,
        CASE WHEN clicks.long_link IS NULL THEN clicks.link ELSE \(.id(LongLink.any)) END,
        links.campaign, clicks.platform, COUNT(*)
      FROM clicks \(index) LEFT JOIN links ON links.app = clicks.app AND links.id = clicks.link
      WHERE clicks.kind = 'click' AND \(condition)
      GROUP BY 1, 2, 3, 4
      """
    ) { row -> (DailyCell, DailyAmount) in
      let day = scope.app.day(of: Instant(milliseconds: row.integer(0) * 900_000))
      var cell = DailyCell(day, .click)
      (cell.link, cell.campaign) = (row.optionalIdentifier(1), row.optionalIdentifier(2))
      cell.platform = row.text(3)
      return (cell, DailyAmount(count: row.integer(4)))
    }
    for (cell, amount) in rows { cells.add(amount, at: cell) }
    return cells
  }

  /// The clicks of a period.
  static func stored(in period: ReportPeriod, _ scope: Scope) throws -> DailyCells {
    let (start, end) = (period.start, period.end)
    return try stored(
      """
      clicks.app = \(scope.tenant) AND clicks.id >= \(.identifier(.earliest(at: start)))
        AND clicks.id < \(.identifier(.earliest(at: end))) AND \(period.holds("clicks.at"))
      """, by: "{by clicks_by_id}", scope)
  }

  /// The clicks that are not yet rolled up.
  static func waiting(_ scope: Scope) throws -> DailyCells {
    let position = try Loops(scope.connection).position(of: ClickRollUp.loop)
    return try stored(
      "clicks.seq > \(.integer(position)) AND +clicks.app = \(scope.tenant)", by: "", scope)
  }

  /// The clicks of links that a filter chooses, in whole days.
  static func ofLinks(
    _ filter: DailyFilter, by columns: Set<DailyColumn>, in days: CountedDays, _ scope: Scope
  ) throws -> [(cell: DailyCell, amount: DailyAmount)] {
    // What the filter looks at in memory is read too. Links say their campaign themselves.
    let asked = filter.platform == nil ? columns : columns.union([.platform])
    let kept = [DailyColumn.day, .platform].filter(asked.contains)
    let list = DailyColumn.list(kept)
    // Few links are chosen by themselves, all of them by day: there are more links each day.
    let index: SQL = filter.isOfLinks ? "" : "{by link_days_by_day}"
    return try scope.connection.rows(
      """
      SELECT d.link, links.campaign, d.clicks\(list) FROM (
        SELECT app, link, CAST(SUM(count) AS BIGINT) AS clicks\(list) FROM link_days \(index)
        WHERE app = \(scope.tenant) AND kind = 'click' AND \(days.holds("day"))
          \(and: filter.chosenLinks("link"))
        GROUP BY app, link\(list)
      ) AS d LEFT JOIN links ON links.app = d.app AND links.id = d.link
      """
    ) { row in
      var cell = DailyCell("", .click)
      (cell.link, cell.campaign) = (row.identifier(0), row.optionalIdentifier(1))
      for (place, column) in kept.enumerated() { column.read(row, 3 + place, into: &cell) }
      return (cell, DailyAmount(count: row.integer(2)))
    }
  }
}
