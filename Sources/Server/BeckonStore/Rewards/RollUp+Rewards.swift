import BeckonDatabase
import BeckonEngine
import BeckonModel

extension RollUp {
  /// Rewards, held and posted, by the day on which they were earned, and what was taken back on its
  /// own.
  static let rewards = RollUp(
    name: "transfer", measures: [.reward],
    named: [.topic(.reward), .topic(.rewardHeld)], hanging: [.origin: earnedBy], cells: cells,
    page: page, within: within)

  private static let earnedBy = hanging(
    """
    SELECT t.id AS thing, r.person AS owner FROM referrals AS r {by referrals_by_person}
    JOIN transfers AS t {by transfers_by_referral} ON t.app = r.app AND t.referral = r.id
    WHERE r.app = $1 AND r.person = $2 AND t.id > $3 ORDER BY t.id LIMIT $4
    """)

  private static let earned = BulkStatement(
    """
    SELECT t.id AS transfer, t.kind, t.state, t.amount, t.unit, t.campaign, t.created_at,
      r.person
    FROM transfers AS t
    LEFT JOIN referrals AS r ON r.app = t.app AND r.id = t.referral
    WHERE t.app = $1 AND t.id = $2 AND t.state <> 'voided' AND t.kind IN ('reward', 'clawback')
    """, [.integer("app"), .identifier("id")])

  private static let cells: Cells = { scope, transfers, counted, origins in
    let earned = try scope.connection.rows(
      earned, for: transfers.map { [scope.tenant, .identifier($0)] }
    ) { row -> (id: Identifier, person: Identifier?, cell: DailyCell, amount: Int64) in
      var cell = DailyCell(scope.app.day(of: row.instant(6)), .reward)
      cell.campaign = row.optionalIdentifier(5)
      cell.unit = row.text(4)
      cell.detail = word(kind: row.text(1), state: row.text(2)).rawValue
      return (row.identifier(0), row.optionalIdentifier(7), cell, row.integer(3))
    }
    let brought = try origins.of(earned.compactMap(\.person))
    let cells = earned.map { id, person, cell, amount in
      var (cell, cells) = (cell, DailyCells())
      let origin = person.flatMap { brought[$0] } ?? .unknown
      origin.put(into: &cell, counted: counted[id])
      cells.add(DailyAmount(total: amount), at: cell)
      return (id, cells)
    }
    return Dictionary(cells) { first, _ in first }
  }

  private static func word(kind: String, state: String) -> RewardWord {
    guard kind == Transfer.Kind.reward.rawValue else { return .takenBack }
    return state == TransferState.posted.rawValue ? .posted : .held
  }

  private static let within: Within = { scope, period in
    try scope.connection.rows(
      """
      SELECT id FROM transfers {by transfers_by_time}
      WHERE app = \(scope.tenant) AND \(period.holds("created_at"))
      """
    ) { $0.identifier(0) }
  }

  private static let page: @Sendable (Scope, Identifier, Int) throws -> [Identifier] = {
    scope, last, limit in
    try scope.connection.rows(
      "SELECT id FROM transfers WHERE app = $1 AND id > $2 ORDER BY id LIMIT $3",
      [scope.tenant, .identifier(last), .integer(Int64(limit))]
    ) { $0.identifier(0) }
  }
}
