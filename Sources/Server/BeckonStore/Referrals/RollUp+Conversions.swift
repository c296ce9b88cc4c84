import BeckonDatabase
import BeckonEngine
import BeckonModel

extension RollUp {
  /// Steps that were reached, by the fact of each. Those of a referral that ended do not count: it
  /// was taken back, or is another's since two people became one.
  static let conversions = RollUp(
    name: "conversion", measures: [.conversion], things: [.topic(.conversion): named],
    cells: cells, page: page)

  private static let reached = BulkStatement(
    """
    SELECT c.fact, c.step, c.at, r.campaign FROM conversions AS c {by conversions_by_fact}
    JOIN referrals AS r ON r.app = c.app AND r.id = c.referral
    WHERE c.app = $1 AND c.fact = $2 AND r.state NOT IN ('superseded', 'reversed')
    """, [.integer("app"), .identifier("fact")])

  private static let cells: Cells = { scope, facts, _ in
    var all: [Identifier: DailyCells] = [:]
    let reached = try scope.connection.rows(
      reached, for: facts.map { [scope.tenant, .identifier($0)] }
    ) { row -> (Identifier, DailyCell) in
      var cell = DailyCell(scope.app.day(of: row.instant(2)), .conversion)
      cell.campaign = row.identifier(3)
      cell.detail = "\(row.integer(1))"
      return (row.identifier(0), cell)
    }
    for (fact, cell) in reached { all[fact, default: DailyCells()].add(DailyAmount(), at: cell) }
    return all
  }

  private static let page: @Sendable (Scope, Identifier, Int) throws -> [Identifier] = {
    scope, last, limit in
    try scope.connection.rows(
      """
      SELECT DISTINCT fact FROM conversions {by conversions_by_fact}
      WHERE app = $1 AND fact > $2 ORDER BY fact LIMIT $3
      """, [scope.tenant, .identifier(last), .integer(Int64(limit))]
    ) { $0.identifier(0) }
  }
}
