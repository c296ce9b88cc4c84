import BeckonDatabase
import BeckonEngine
import BeckonModel

extension RollUp {
  /// Revenue. Removed payments do not count. The link is that of the decision about the install, or
  /// what it was as long as the decision was kept.
  static let payments = RollUp(
    name: "payment", measures: [.revenue, .freePayment],
    things: [.payment: named, .topic(.install): onInstalls], cells: cells, page: page)

  private static let paid = BulkStatement(
    "SELECT id FROM payments {by payments_by_install} WHERE app = $1 AND install = $2",
    [.integer("app"), .identifier("install")])

  private static let onInstalls: Things = { scope, installs in
    try scope.connection.rows(paid, for: installs.map { [scope.tenant, .identifier($0)] }) {
      $0.identifier(0)
    }
  }

  private static let stored = BulkStatement(
    """
    SELECT payments.id, payments.at, payments.revenue, payments.currency, payments.trust,
      payments.source, payments.install, decisions.install AS decided, decisions.link,
      COALESCE({document installs.device} ->> 'platform', '') AS platform
    FROM payments
    LEFT JOIN decisions ON decisions.app = payments.app AND decisions.install = payments.install
    LEFT JOIN installs ON installs.app = payments.app AND installs.id = payments.install
    WHERE payments.app = $1 AND payments.id = $2 AND payments.removed_at IS NULL
    """, [.integer("app"), .identifier("id")])

  private static let cells: Cells = { scope, payments, counted in
    let stored = try scope.connection.rows(
      stored, for: payments.map { [scope.tenant, .identifier($0)] }
    ) { row -> (Identifier, DailyCells) in
      let (id, revenue) = (row.identifier(0), row.integer(2))
      var cell = DailyCell(
        scope.app.day(of: row.instant(1)), revenue == 0 ? .freePayment : .revenue)
      let isForgotten = !row.isNull(6) && row.isNull(7)
      cell.link = isForgotten ? counted[id]?.link : row.optionalIdentifier(8)
      cell.platform = row.text(9)
      cell.unit = row.text(3)
      cell.detail =
        RevenueWord(
          isByClient: row.text(4) == Trust.client.rawValue,
          isSandbox: RevenueWord.sandboxes.contains(TextKey(row.text(5)))
        ).text
      var cells = DailyCells()
      cells.add(DailyAmount(total: revenue), at: cell)
      return (id, cells)
    }
    return Dictionary(stored) { first, _ in first }
  }

  private static let page: @Sendable (Scope, Identifier, Int) throws -> [Identifier] = {
    scope, last, limit in
    try scope.connection.rows(
      "SELECT id FROM payments WHERE app = $1 AND id > $2 ORDER BY id LIMIT $3",
      [scope.tenant, .identifier(last), .integer(Int64(limit))]
    ) { $0.identifier(0) }
  }
}
