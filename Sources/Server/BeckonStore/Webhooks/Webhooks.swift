import BeckonEngine
import BeckonModel

/// Webhooks in the database.
public struct Webhooks {
  let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What an app's active webhooks want.
  /// - Throws: `DatabaseError`.
  static func interest(
    of app: Int64, _ connection: any Connection
  ) throws -> WebhookInterest {
    WebhookInterest(
      any: try connection.rows(
        "SELECT facts, form FROM webhooks WHERE app = $1 AND state = 'active' ORDER BY id",
        [.integer(app)]
      ) { row in
        WebhookInterest(selectors(try row.json(0)), form: try row.choice(1))
      })
  }

  /// Stores a new webhook, unless the app has as many as it may. It is told of what is put into the
  /// outbox from now on.
  /// - Throws: `DatabaseError`.
  public func insert(_ webhook: Webhook) throws -> Bool {
    let count = try scope.connection.first(
      "SELECT COUNT(*) FROM webhooks WHERE app = $1", [scope.tenant]
    ) { $0.integer(0) }
    guard count ?? 0 < Limits.webhooks else { return false }
    try scope.connection.send(
      """
      INSERT INTO webhooks (app, id, url, facts, form, secret, state, position,
        client_position, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)
      """,
      [
        scope.tenant, .id(webhook.id), .text(webhook.url), .json(Self.json(webhook.facts)),
        .text(webhook.form.rawValue), .text(webhook.secrets.current),
        .text(webhook.state.rawValue), .integer(try newestPosition()),
        .instant(webhook.createdAt),
      ])
    return true
  }

  /// The webhook of this id.
  /// - Throws: `DatabaseError`.
  public func find(_ id: WebhookID) throws -> Webhook? {
    try scope.connection.first(
      """
      SELECT id, app, url, facts, form, secret, old_secret, old_secret_until, state,
        disabled_reason, disabled_at, failing_since, created_at
      FROM webhooks WHERE app = $1 AND id = $2
      """, [scope.tenant, .id(id)], Self.read)
  }

  /// A page of webhooks, newest first, from before an id on.
  /// - Throws: `DatabaseError`.
  public func page(before: WebhookID?, limit: Int) throws -> [Webhook] {
    try scope.connection.rows(
      """
      SELECT id, app, url, facts, form, secret, old_secret, old_secret_until, state,
        disabled_reason, disabled_at, failing_since, created_at
      FROM webhooks WHERE app = $1 AND id < $2 ORDER BY id DESC LIMIT $3
      """,
      [
        scope.tenant,
        .identifier(before?.identifier ?? Identifier(high: .max, low: .max)),
        .integer(Int64(limit)),
      ], Self.read)
  }

  /// Stores a changed webhook. One that `isRevived` from being disabled is told of what comes from
  /// now on; what waited for it before that is sent.
  /// - Throws: `DatabaseError`.
  public func update(_ webhook: Webhook, isRevived: Bool) throws {
    try scope.connection.send(
      """
      UPDATE webhooks SET url = $3, facts = $4, secret = $5, old_secret = $6,
        old_secret_until = $7, state = $8, disabled_reason = $9, disabled_at = $10,
        failing_since = $11
      WHERE app = $1 AND id = $2
      """,
      [
        scope.tenant, .id(webhook.id), .text(webhook.url), .json(Self.json(webhook.facts)),
        .text(webhook.secrets.current), .text(webhook.secrets.old),
        .instant(webhook.secrets.oldUntil), .text(webhook.state.rawValue),
        .text(webhook.disabledReason?.rawValue), .instant(webhook.disabledAt),
        .instant(webhook.failingSince),
      ])
    guard isRevived else { return }
    try scope.connection.send(
      "UPDATE webhooks SET position = $3, client_position = $3 WHERE app = $1 AND id = $2",
      [scope.tenant, .id(webhook.id), .integer(try newestPosition())])
    // Their three days begin anew.
    try scope.connection.send(
      """
      UPDATE webhook_deliveries SET begun_at = $3, due_at = $3, attempts = 0, lease = NULL
      WHERE app = $1 AND webhook = $2 AND state = 'pending'
      """, [scope.tenant, .id(webhook.id), scope.time])
  }

  /// Deletes a webhook with all it was sent; `false` when there is none.
  /// - Throws: `DatabaseError`.
  public func delete(_ id: WebhookID) throws -> Bool {
    try scope.connection.send(
      "DELETE FROM webhook_deliveries WHERE app = $1 AND webhook = $2", [scope.tenant, .id(id)])
    return try scope.connection.run(
      "DELETE FROM webhooks WHERE app = $1 AND id = $2", [scope.tenant, .id(id)]) > 0
  }

  private func newestPosition() throws -> Int64 {
    try scope.connection.first("SELECT MAX(seq) FROM webhook_outbox", []) { $0.integer(0) } ?? 0
  }

  // MARK: Rows

  static func read(_ row: any Row) throws -> Webhook {
    var webhook = Webhook(
      id: row.id(0), app: row.integer(1), url: row.text(2), facts: selectors(try row.json(3)),
      form: try row.choice(4), secret: row.text(5), createdAt: row.instant(12))
    webhook.secrets = Webhook.Secrets(
      current: row.text(5), old: row.optionalText(6), oldUntil: row.optionalInstant(7))
    webhook.state = try row.choice(8)
    webhook.disabledReason = row.isNull(9) ? nil : try row.choice(9)
    webhook.disabledAt = row.optionalInstant(10)
    webhook.failingSince = row.optionalInstant(11)
    return webhook
  }

  private static func json(_ facts: [WebhookSelector]) -> JSON {
    .array(facts.map { .string($0.text) })
  }

  private static func selectors(_ json: JSON) -> [WebhookSelector] {
    (json.elements ?? []).compactMap { $0.string.flatMap { WebhookSelector($0) } }
  }
}
