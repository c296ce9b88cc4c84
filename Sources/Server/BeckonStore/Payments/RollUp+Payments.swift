import BeckonDatabase
import BeckonEngine
import BeckonModel

extension RollUp {
  /// Revenue. Removed payments do not count. What led to it is the link of the decision about the
  /// install on which it was paid, else what brought the person.
  static let payments = RollUp(
    name: "payment", measures: [.revenue, .freePayment],
    named: [.payment], hanging: [.topic(.install): paidOn, .origin: paidBy], cells: cells,
    page: page, within: within)

  private static let paidOn = hanging(
    """
    SELECT id AS thing, install AS owner FROM payments {by payments_by_install}
    WHERE app = $1 AND install = $2 AND id > $3 ORDER BY id LIMIT $4
    """)

  private static let paidBy = hanging(
    """
    SELECT id AS thing, person AS owner FROM payments {by payments_by_person}
    WHERE app = $1 AND person = $2 AND id > $3 ORDER BY id LIMIT $4
    """)

  private static let stored = BulkStatement(
    """
    SELECT payments.id AS payment, payments.at, payments.revenue, payments.currency,
      payments.trust, payments.source, \(Origin.columns)
    FROM payments
    LEFT JOIN installs ON installs.app = payments.app AND installs.id = payments.install
    \(Origin.decided)
    \(Origin.brought("payments.person", in: "payments.app"))
    WHERE payments.app = $1 AND payments.id = $2 AND payments.removed_at IS NULL
    """, [.integer("app"), .identifier("id")])

  private static let cells: Cells = { scope, payments, counted, _ in
    let stored = try scope.connection.rows(
      stored, for: payments.map { [scope.tenant, .identifier($0)] }
    ) { row -> (Identifier, DailyCells) in
      let (id, revenue, origin) = (row.identifier(0), row.integer(2), Origin(row, from: 6))
      var cell = DailyCell(
        scope.app.day(of: row.instant(1)), revenue == 0 ? .freePayment : .revenue)
      origin.put(into: &cell, counted: counted[id])
      cell.referrer = origin.referrer
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

  private static let within: Within = { scope, period in
    try scope.connection.rows(
      """
      SELECT id FROM payments {by payments_by_time}
      WHERE app = \(scope.tenant) AND \(period.holds("at"))
      """
    ) { $0.identifier(0) }
  }

  private static let page: @Sendable (Scope, Identifier, Int) throws -> [Identifier] = {
    scope, last, limit in
    try scope.connection.rows(
      "SELECT id FROM payments WHERE app = $1 AND id > $2 ORDER BY id LIMIT $3",
      [scope.tenant, .identifier(last), .integer(Int64(limit))]
    ) { $0.identifier(0) }
  }
}
