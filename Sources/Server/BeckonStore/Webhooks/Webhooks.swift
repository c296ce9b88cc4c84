import BeckonDatabase
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
    of app: Int64, _ forms: WebhookForms, _ connection: any Connection
  ) throws -> WebhookInterest {
    WebhookInterest(
      any: try connection.rows(
        "SELECT facts, form FROM webhooks WHERE app = $1 AND state = 'active' ORDER BY id",
        [.integer(app)]
      ) { row in
        WebhookInterest(selectors(try row.json(0)), among: forms[row.text(1)]?.topics)
      })
  }

  /// Stores a new webhook, unless the app has as many as it may. It follows what is published from
  /// now on.
  /// - Throws: `DatabaseError`.
  public func insert(_ webhook: Webhook) throws -> Bool {
    let count = try scope.connection.first(
      "SELECT COUNT(*) FROM webhooks WHERE app = $1", [scope.tenant]
    ) { $0.integer(0) }
    guard count ?? 0 < Limits.webhooks else { return false }
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(webhook.id), "url": .text(webhook.url),
      "facts": .json(Self.json(webhook.facts)), "form": .text(webhook.form),
      "secret": .text(webhook.secrets.current), "state": .text(webhook.state.rawValue),
      "created_at": .instant(webhook.createdAt),
    ]
    try scope.connection.send("INSERT INTO webhooks \(row: row)")
    try Followers(scope.connection).begin(FollowerKey(webhook.id, scope), at: scope.now)
    return true
  }

  /// The webhook of this id.
  /// - Throws: `DatabaseError`.
  public func find(_ id: WebhookID) throws -> Webhook? {
    try scope.connection.first(
      "SELECT \(Self.columns) FROM webhooks WHERE app = \(scope.tenant) AND id = \(.id(id))",
      Self.read)
  }

  /// A page of webhooks, newest first, from before an id on.
  /// - Throws: `DatabaseError`.
  public func page(before: WebhookID?, limit: Int) throws -> [Webhook] {
    try scope.connection.rows(
      """
      SELECT \(Self.columns) FROM webhooks
      WHERE app = \(scope.tenant) \(and: [before.map { "id < \(.id($0))" }])
      ORDER BY id DESC LIMIT \(.integer(limit))
      """, Self.read)
  }

  /// Webhooks of all apps that get nothing, or got nothing when somebody looked last, because their
  /// form is none of these.
  /// - Throws: `DatabaseError`.
  public static func lost(
    knowing forms: [String], _ connection: any Connection
  ) throws -> [Webhook] {
    try connection.rows(
      """
      SELECT \(columns) FROM webhooks
      WHERE (state = 'active' AND NOT (form {among \(.json(.array(forms.map(JSON.string))))}))
        OR disabled_reason = \(.text(WebhookDisabling.unknownForm.rawValue))
      ORDER BY app, id
      """, read)
  }

  /// Stores what has come of a webhook by itself, if anything has, and gives whether it is disabled
  /// by that; the other servers are told then.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public func note(_ changed: Webhook, of webhook: Webhook) throws -> Bool {
    guard changed != webhook else { return false }
    try update(changed, isRevived: false)
    let isDisabled = changed.state == .disabled
    if isDisabled {
      try scope.connection.announce(Announcement(app: scope.app.number, .configuration))
    }
    return isDisabled
  }

  /// Stores a changed webhook. One that `isRevived` from being disabled follows what comes from now
  /// on; what waited for it before that is sent.
  /// - Throws: `DatabaseError`.
  public func update(_ webhook: Webhook, isRevived: Bool) throws {
    let changes: SQL.Row = [
      "url": .text(webhook.url), "facts": .json(Self.json(webhook.facts)),
      "secret": .text(webhook.secrets.current), "old_secret": .text(webhook.secrets.old),
      "old_secret_until": .instant(webhook.secrets.oldUntil),
      "state": .text(webhook.state.rawValue),
      "disabled_reason": .text(webhook.disabledReason?.rawValue),
      "disabled_at": .instant(webhook.disabledAt),
      "failing_since": .instant(webhook.failingSince),
    ]
    try scope.connection.send(
      "UPDATE webhooks \(set: changes) WHERE app = \(scope.tenant) AND id = \(.id(webhook.id))")
    let (followers, key) = (Followers(scope.connection), FollowerKey(webhook.id, scope))
    if webhook.state == .disabled { try followers.end(key) }
    guard isRevived else { return }
    try followers.begin(key, at: scope.now)
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
    try Followers(scope.connection).end(FollowerKey(id, scope))
    try scope.connection.send(
      "DELETE FROM webhook_deliveries WHERE app = $1 AND webhook = $2", [scope.tenant, .id(id)])
    return try scope.connection.run(
      "DELETE FROM webhooks WHERE app = $1 AND id = $2", [scope.tenant, .id(id)]) > 0
  }

  // MARK: Rows

  /// What `read` reads, in its order.
  private static let columns: SQL = """
    id, app, url, facts, form, secret, old_secret, old_secret_until, state, disabled_reason,
    disabled_at, failing_since, created_at
    """

  static func read(_ row: any Row) throws -> Webhook {
    var webhook = Webhook(
      id: row.id(0), app: row.integer(1), url: row.text(2), facts: selectors(try row.json(3)),
      form: row.text(4), secret: row.text(5), createdAt: row.instant(12))
    webhook.secrets = WebhookSecrets(
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
