import BeckonDatabase
import BeckonEngine
import BeckonModel

extension RollUp {
  /// Rewards by the day on which they were posted, less those that were taken back on theirs.
  static let rewards = RollUp(
    name: "transfer", measures: [.reward], things: [.topic(.reward): named], cells: cells,
    page: page)

  private static let posted = BulkStatement(
    """
    SELECT id, kind, amount, unit, campaign, COALESCE(settled_at, created_at) AS at FROM transfers
    WHERE app = $1 AND id = $2 AND state = 'posted' AND kind IN ('reward', 'clawback')
    """, [.integer("app"), .identifier("id")])

  private static let cells: Cells = { scope, transfers, _ in
    let posted = try scope.connection.rows(
      posted, for: transfers.map { [scope.tenant, .identifier($0)] }
    ) { row -> (Identifier, DailyCells) in
      var cell = DailyCell(scope.app.day(of: row.instant(5)), .reward)
      cell.campaign = row.optionalIdentifier(4)
      cell.unit = row.text(3)
      cell.detail = row.text(1)
      let isReward = row.text(1) == Transfer.Kind.reward.rawValue
      var cells = DailyCells()
      cells.add(
        DailyAmount(total: isReward ? row.integer(2) : -row.integer(2)), at: cell)
      return (row.identifier(0), cells)
    }
    return Dictionary(posted) { first, _ in first }
  }

  private static let page: @Sendable (Scope, Identifier, Int) throws -> [Identifier] = {
    scope, last, limit in
    try scope.connection.rows(
      "SELECT id FROM transfers WHERE app = $1 AND id > $2 ORDER BY id LIMIT $3",
      [scope.tenant, .identifier(last), .integer(Int64(limit))]
    ) { $0.identifier(0) }
  }
}
