import BeckonDatabase
import BeckonEngine
import BeckonModel

extension RollUp {
  /// Steps that were reached, by the fact of each. Those of a referral that ended do not count: it
  /// was taken back, or is another's since two people became one. Those of an unverified member do
  /// when they are verified.
  static let conversions = RollUp(
    name: "conversion", measures: [.conversion],
    named: [.topic(.conversion)], hanging: [.origin: reachedBy], cells: cells, page: page,
    within: within)

  // Written with `NOT` so that no index serves the comparison: SQLite would walk all conversions of
  // the app that are behind it, rather than the few of the referral.
  private static let reachedBy = hanging(
    """
    SELECT c.fact AS thing, r.person AS owner FROM referrals AS r {by referrals_by_person}
    CROSS JOIN conversions AS c
    WHERE r.app = $1 AND r.person = $2 AND c.app = r.app AND c.referral = r.id
      AND NOT (c.fact <= $3)
    ORDER BY c.fact LIMIT $4
    """)

  private static let reached = BulkStatement(
    """
    SELECT c.fact, c.step, c.at, r.campaign, r.person
    FROM conversions AS c {by conversions_by_fact}
    JOIN referrals AS r ON r.app = c.app AND r.id = c.referral
    WHERE c.app = $1 AND c.fact = $2 AND r.state NOT IN ('superseded', 'reversed', 'unverified')
    """, [.integer("app"), .identifier("fact")])

  private static let cells: Cells = { scope, facts, counted, origins in
    var all: [Identifier: DailyCells] = [:]
    let reached = try scope.connection.rows(
      reached, for: facts.map { [scope.tenant, .identifier($0)] }
    ) { row -> (fact: Identifier, person: Identifier, cell: DailyCell) in
      var cell = DailyCell(scope.app.day(of: row.instant(2)), .conversion)
      cell.campaign = row.identifier(3)
      cell.detail = "\(row.integer(1))"
      return (row.identifier(0), row.identifier(4), cell)
    }
    let brought = try origins.of(reached.map(\.person))
    for (fact, person, cell) in reached {
      var cell = cell
      brought[person, default: .unknown].put(into: &cell, counted: counted[fact])
      all[fact, default: DailyCells()].add(DailyAmount(), at: cell)
    }
    return all
  }

  private static let within: Within = { scope, period in
    try scope.connection.rows(
      """
      SELECT DISTINCT fact FROM conversions {by conversions_by_time}
      WHERE app = \(scope.tenant) AND \(period.holds("at"))
      """
    ) { $0.identifier(0) }
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
