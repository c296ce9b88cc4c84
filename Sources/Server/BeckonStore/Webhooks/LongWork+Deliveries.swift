import BeckonDatabase
import BeckonModel

extension LongWork {
  /// What concerns deliveries of webhooks.
  static let ofDeliveries = [moveDeliveries, forgetDeliveries, forgetClaimedDeliveries]

  static let moveDeliveries = LongWork("deliveries", "move") { scope, rows, max in
    try scope.connection.run(
      """
      UPDATE webhook_deliveries SET subject = \(.identifier(rows.target))
      WHERE (app, webhook, id) IN (\(deliveries(of: rows, scope, max: max)))
      """)
  }

  static let forgetDeliveries = LongWork("deliveries", "forget") { scope, rows, max in
    try scope.connection.run(
      """
      DELETE FROM webhook_deliveries
      WHERE (app, webhook, id) IN (\(deliveries(of: rows, scope, max: max)))
      """)
  }

  /// The same of what clients said.
  static let forgetClaimedDeliveries = LongWork("deliveries", "forget_claimed") {
    scope, rows, max in
    try scope.connection.run(
      """
      DELETE FROM webhook_deliveries WHERE (app, webhook, id) IN (
        \(deliveries(of: rows, scope, that: "by_client = 1", max: max)))
      """)
  }

  private static func deliveries(
    of rows: Rows, _ scope: Scope, that filter: SQL? = nil, max: Int64
  ) -> SQL {
    """
    SELECT app, webhook, id FROM webhook_deliveries {by webhook_deliveries_by_subject}
    WHERE app = \(scope.tenant) AND subject = \(.identifier(rows.subject))\(and: [filter])
    ORDER BY id LIMIT \(.integer(max))
    """
  }
}
