import BeckonDatabase
import BeckonEngine
import BeckonModel

extension RollUp {
  /// People by the day of their sign-up; of those who were merged, the survivor counts. Who is
  /// erased stays counted.
  static let signUps = RollUp(
    name: "person", measures: [.signUp], things: [.topic(.signUp): named], cells: cells, page: page)

  private static let signedUp = BulkStatement(
    """
    SELECT id, COALESCE(signed_up_at, created_at) AS at FROM people
    WHERE app = $1 AND id = $2 AND awaits_sign_up IS NULL AND merged_into IS NULL
    """, [.integer("app"), .identifier("id")])

  private static let cells: Cells = { scope, people, _ in
    let signedUp = try scope.connection.rows(
      signedUp, for: people.map { [scope.tenant, .identifier($0)] }
    ) { row -> (Identifier, DailyCells) in
      var cells = DailyCells()
      cells.add(DailyAmount(), at: DailyCell(scope.app.day(of: row.instant(1)), .signUp))
      return (row.identifier(0), cells)
    }
    return Dictionary(signedUp) { first, _ in first }
  }

  private static let page: @Sendable (Scope, Identifier, Int) throws -> [Identifier] = {
    scope, last, limit in
    try scope.connection.rows(
      "SELECT id FROM people WHERE app = $1 AND id > $2 ORDER BY id LIMIT $3",
      [scope.tenant, .identifier(last), .integer(Int64(limit))]
    ) { $0.identifier(0) }
  }
}
