import BeckonDatabase
import BeckonEngine
import BeckonModel

extension RollUp {
  /// Installs by the day of the decision about them. What counted of one stays when its decision is
  /// no longer kept.
  static let installs = RollUp(
    name: "install", measures: [.install, .signedUpInstall],
    named: [.topic(.install)], hanging: [.topic(.signUp): usedBy], cells: cells, page: page,
    within: within)

  private static let usedBy = hanging(
    """
    SELECT install AS thing, person AS owner FROM install_people {by install_people_by_person}
    WHERE app = $1 AND person = $2 AND install > $3 ORDER BY install LIMIT $4
    """)

  private static let decided = BulkStatement(
    """
    SELECT decisions.install, decisions.at, decisions.link,
      \(Installs.signUpsOfDecision) AS sign_ups,
      COALESCE({document installs.device} ->> 'platform', '') AS platform,
      decisions.campaign
    FROM decisions \(Installs.ofDecisions)
    WHERE decisions.app = $1 AND decisions.install = $2
    """, [.integer("app"), .identifier("install")])

  private static let cells: Cells = { scope, installs, counted, _ in
    // What is decided anew replaces what counted; else it stays.
    let decided = try scope.connection.rows(
      decided, for: installs.map { [scope.tenant, .identifier($0)] }
    ) { row -> (Identifier, DailyCells) in
      var cell = DailyCell(scope.app.day(of: row.instant(1)), .install)
      cell.link = row.optionalIdentifier(2)
      cell.platform = row.text(4)
      cell.campaign = row.optionalIdentifier(5)
      var cells = DailyCells()
      cells.add(DailyAmount(), at: cell)
      if row.integer(3) > 0 {
        cells.add(DailyAmount(count: row.integer(3)), at: cell.of(.signedUpInstall))
      }
      return (row.identifier(0), cells)
    }
    return counted.merging(decided) { _, new in new }
  }

  private static let within: Within = { scope, period in
    try scope.connection.rows(
      """
      SELECT install FROM decisions {by decisions_by_time}
      WHERE app = \(scope.tenant) AND \(period.holds("at"))
      """
    ) { $0.identifier(0) }
  }

  private static let page: @Sendable (Scope, Identifier, Int) throws -> [Identifier] = {
    scope, last, limit in
    try scope.connection.rows(
      "SELECT install FROM decisions WHERE app = $1 AND install > $2 ORDER BY install LIMIT $3",
      [scope.tenant, .identifier(last), .integer(Int64(limit))]
    ) { $0.identifier(0) }
  }
}
