import BeckonDatabase
import BeckonEngine
import BeckonModel

extension RollUp {
  /// People by the day of their sign-up; of those who were merged, the survivor counts. Who is
  /// erased stays counted.
  static let signUps = RollUp(
    name: "person", measures: [.signUp],
    named: [.topic(.signUp), .origin], hanging: [:], cells: cells, page: page, within: within)

  private static let signedUp = BulkStatement(
    """
    SELECT people.id AS person, COALESCE(people.signed_up_at, people.created_at) AS at,
      \(Origin.columns)
    FROM people
    \(Origin.firstInstall(of: "people.id", in: "people.app"))
    \(Origin.decided)
    \(Origin.brought("people.id", in: "people.app"))
    WHERE people.app = $1 AND people.id = $2 AND people.awaits_sign_up IS NULL
      AND people.merged_into IS NULL
    """, [.integer("app"), .identifier("id")])

  private static let cells: Cells = { scope, people, counted, _ in
    let signedUp = try scope.connection.rows(
      signedUp, for: people.map { [scope.tenant, .identifier($0)] }
    ) { row -> (Identifier, DailyCells) in
      var cell = DailyCell(scope.app.day(of: row.instant(1)), .signUp)
      Origin(row, from: 2).put(into: &cell, counted: counted[row.identifier(0)])
      var cells = DailyCells()
      cells.add(DailyAmount(), at: cell)
      return (row.identifier(0), cells)
    }
    return Dictionary(signedUp) { first, _ in first }
  }

  private static let within: Within = { scope, period in
    try scope.connection.rows(
      """
      SELECT id FROM people {by people_by_sign_up}
      WHERE app = \(scope.tenant) AND awaits_sign_up IS NULL
        AND \(period.holds("COALESCE(signed_up_at, created_at)"))
      """
    ) { $0.identifier(0) }
  }

  private static let page: @Sendable (Scope, Identifier, Int) throws -> [Identifier] = {
    scope, last, limit in
    try scope.connection.rows(
      "SELECT id FROM people WHERE app = $1 AND id > $2 ORDER BY id LIMIT $3",
      [scope.tenant, .identifier(last), .integer(Int64(limit))]
    ) { $0.identifier(0) }
  }
}
