import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What is sent because somebody asked for it.
extension Webhooks {
  /// Makes a delivery that says nothing, due now; `nil` when the webhook's form is not known.
  /// - Throws: `DatabaseError`.
  public func ping(_ webhook: Webhook) throws -> Delivery? {
    guard let form = scope.app.webhookForms[webhook.form] else { return nil }
    let id: DeliveryID = scope.newID()
    let payload = WebhookPayload(
      id: id, topic: .ping, at: scope.now, content: ["data": [:]])
    try scope.connection.send(
      """
      INSERT INTO webhook_deliveries (app, webhook, id, topic, subject, body, state, attempts,
        begun_at, due_at, log, created_at)
      VALUES ($1, $2, $3, 'ping', $4, $5, 'pending', 0, $6, $6, '[]', $6)
      """,
      [
        scope.tenant, .id(webhook.id), .id(id), .identifier(Identifier(high: 0, low: 0)),
        .json(try form.bodies(payload, scope).first ?? [:]), scope.time,
      ])
    return try Deliveries(scope).find(id, of: webhook.id)
  }

  /// Makes a delivery due now, whatever became of it, with the same id and all its attempts to
  /// come; `nil` when there is none. One that is being sent at this moment is left alone.
  /// - Throws: `DatabaseError`.
  public func replay(_ id: DeliveryID, of webhook: WebhookID) throws -> Delivery? {
    try scope.connection.send(
      """
      UPDATE webhook_deliveries SET state = 'pending', attempts = 0, begun_at = $4, due_at = $4,
        lease = NULL, settled_at = NULL
      WHERE app = $1 AND webhook = $2 AND id = $3 AND (lease IS NULL OR due_at <= $4)
      """, [scope.tenant, .id(webhook), .id(id), scope.time])
    return try Deliveries(scope).find(id, of: webhook)
  }

  /// To whom something was sent about a subject, behind one of these deliveries, for the export of
  /// a person.
  /// - Throws: `DatabaseError`.
  func sent(
    of subject: Identifier, behind last: DeliveryID?, _ limit: Int, withURL: Bool
  ) throws -> [ExportRow] {
    try scope.connection.rows(
      """
      SELECT d.id, d.topic, d.state, d.created_at, w.url
      FROM webhook_deliveries AS d {by webhook_deliveries_by_subject}
      JOIN webhooks AS w ON w.app = d.app AND w.id = d.webhook
      WHERE d.app = $1 AND d.subject = $2 AND d.id > $3 ORDER BY d.id LIMIT $4
      """,
      [
        scope.tenant, .identifier(subject),
        .identifier(last?.identifier ?? Identifier(high: 0, low: 0)), .integer(Int64(limit)),
      ]
    ) { row in
      let id: DeliveryID = row.id(0)
      return ExportRow(
        key: id.text,
        json: .object([
          "id": .id(id), "type": .string(row.text(1)), "state": .string(row.text(2)),
          "created_at": .instant(row.instant(3)), "url": withURL ? .string(row.text(4)) : nil,
        ]))
    }
  }

  /// Webhooks that the server has disabled by itself: how many, and the first ten with the reason.
  /// - Throws: `DatabaseError`.
  public static func disabledByServer(
    _ connection: any Connection
  ) throws -> (count: Int64, first: [(id: WebhookID, reason: WebhookDisabling)]) {
    let count = try connection.first(
      "SELECT COUNT(*) FROM webhooks WHERE state = 'disabled' AND disabled_reason <> 'request'", []
    ) { $0.integer(0) }
    let first = try connection.rows(
      """
      SELECT id, disabled_reason FROM webhooks
      WHERE state = 'disabled' AND disabled_reason <> 'request'
      ORDER BY app, id LIMIT 10
      """, []
    ) { (id: $0.id(0, WebhookID.self), reason: try $0.choice(1, WebhookDisabling.self)) }
    return (count ?? 0, first)
  }
}
