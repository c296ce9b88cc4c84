import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Makes a delivery of each row of the outbox for each webhook that wants it.
///
/// Every webhook has a position of its own, as a tailing reader has: it steps over nothing
/// (`{settled}`), and deliveries and position are stored together, so nothing is made twice; and
/// when too many deliveries of one webhook wait, it alone stops, and goes on when there is room.
/// There are two lines, each with a position and room of its own: what clients tell, which may be
/// any number of facts, never holds up what the app's server or Beckon itself tells. A delivery's
/// id is derived from webhook and fact, so even a fact told twice is delivered once.
public struct FanOut {
  /// Rows of the outbox taken for a webhook in one transaction, so that it stays short.
  public static let batchMax: Int64 = 200

  private let connection: any Connection
  private let ambient: Ambient

  /// Works in this transaction.
  public init(_ connection: any Connection, ambient: Ambient) {
    self.connection = connection
    self.ambient = ambient
  }

  /// Active webhooks for which something stands in the outbox.
  /// - Throws: `DatabaseError`.
  public static func waiting(
    _ connection: any Connection
  ) throws -> [(app: Int64, webhook: WebhookID, form: String)] {
    try connection.rows(
      """
      SELECT app, id, form FROM webhooks AS w WHERE state = 'active' AND EXISTS (
        SELECT 1 FROM webhook_outbox AS o
        WHERE o.app = w.app AND o.by_client = 0 AND o.seq > w.position {settled o.seq}
        UNION ALL
        SELECT 1 FROM webhook_outbox AS o
        WHERE o.app = w.app AND o.by_client = 1 AND o.seq > w.client_position {settled o.seq})
      ORDER BY app, id
      """, []
    ) { (app: $0.integer(0), webhook: $0.id(1), form: $0.text(2)) }
  }

  private struct Row {
    let seq: Int64
    let id: Identifier
    let topic: WebhookTopic?
    let subject: Identifier
    let at: Instant
    let body: JSON
  }

  private static let deliveries = Insertion(
    "webhook_deliveries",
    key: [.integer("app"), .identifier("webhook"), .identifier("id")],
    [
      .text("topic"), .identifier("subject"), .text("body"), .text("state"),
      .integer("attempts"), .integer("begun_at"), .integer("due_at"), .text("log"),
      .integer("created_at"), .integer("by_client"),
    ])

  /// Takes the next rows for a webhook, and gives how many; 0 when there are none, when another
  /// server does it, or when too many deliveries wait.
  /// - Throws: `DatabaseError`.
  public func run(_ id: WebhookID, of app: AppContext, now: Instant) throws -> Int {
    let positions = try connection.first(
      """
      SELECT position, client_position FROM webhooks
      WHERE app = $1 AND id = $2 AND state = 'active' {claimed}
      """, [.integer(app.number), .id(id)]
    ) { [$0.integer(0), $0.integer(1)] }
    let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
    // What its form cannot be asked for waits; `Webhooks.lost(knowing:_:)` finds it.
    guard let positions, let webhook = try Webhooks(scope).find(id),
      let form = app.webhookForms[webhook.form]
    else { return 0 }
    let interest = webhook.interest(app.webhookForms)
    var (passed, taken) = (positions, 0)
    for (line, position) in positions.enumerated() {
      let isByClient = line == 1
      let room =
        Int64(Limits.webhookBacklog)
        - (try Deliveries(scope).backlog(of: id, isByClient: isByClient))
      guard room > 0 else { continue }
      let rows = try next(
        app.number, isByClient, behind: position, limit: min(room, Self.batchMax))
      passed[line] = rows.last?.seq ?? position
      taken += rows.count
      let deliveries = try rows.compactMap { row in
        try row.topic.flatMap { interest.wants($0) ? $0 : nil }.map { topic in
          try delivery(of: row, topic, webhook, form, isByClient, scope)
        }
      }
      _ = try connection.insertNew(deliveries, by: Self.deliveries)
    }
    guard taken > 0 else { return 0 }
    try connection.run(
      "UPDATE webhooks SET position = $3, client_position = $4 WHERE app = $1 AND id = $2",
      [.integer(app.number), .id(id), .integer(passed[0]), .integer(passed[1])])
    try purge(app.number)
    return taken
  }

  private func next(
    _ app: Int64, _ isByClient: Bool, behind position: Int64, limit: Int64
  ) throws -> [Row] {
    try connection.rows(
      """
      SELECT seq, id, topic, subject, at, body FROM webhook_outbox
      WHERE app = $1 AND by_client = $2 AND seq > $3 {settled seq} ORDER BY seq LIMIT $4
      """, [.integer(app), .bool(isByClient), .integer(position), .integer(limit)]
    ) { row in
      Row(
        seq: row.integer(0), id: row.identifier(1), topic: WebhookTopic(row.text(2)),
        subject: row.identifier(3), at: row.instant(4), body: try row.json(5))
    }
  }

  private func delivery(
    of row: Row, _ topic: WebhookTopic, _ webhook: Webhook, _ form: WebhookForm,
    _ isByClient: Bool, _ scope: Scope
  ) throws -> [DatabaseValue] {
    let digest = Identifier(hashing: "delivery", webhook.id.text, row.id.text, topic.text)
    let id = DeliveryID(Identifier(at: row.at, random: (digest.high, digest.low)))
    let told = ToldFact(id: id, topic: topic, at: row.at, fact: row.body)
    let body = try form.body(told, scope)
    return [
      scope.tenant, .id(webhook.id), .id(id), .text(topic.text), .identifier(row.subject),
      .text(body.text), .text(DeliveryState.pending.rawValue), .integer(0), scope.time,
      scope.time, .text("[]"), .instant(row.at), .bool(isByClient),
    ]
  }

  /// Deletes what every active webhook has passed. The last row stays: a restored copy of a
  /// PostgreSQL database looks at the largest number when it goes on counting.
  private func purge(_ app: Int64) throws {
    try connection.send(
      """
      DELETE FROM webhook_outbox WHERE app = $1 AND by_client = 0 AND seq < (
        SELECT MIN(position) FROM webhooks WHERE app = $1 AND state = 'active')
      """, [.integer(app)])
    try connection.send(
      """
      DELETE FROM webhook_outbox WHERE app = $1 AND by_client = 1 AND seq < (
        SELECT MIN(client_position) FROM webhooks WHERE app = $1 AND state = 'active')
      """, [.integer(app)])
  }
}
