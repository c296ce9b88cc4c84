import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

extension FeedFollower {
  /// A webhook: makes a delivery of each row that it wants.
  public static let webhook = FeedFollower("webhook", batchMax: 200) { scope, id in
    try WebhookFollower(scope, WebhookID(id))
  }
}

extension FollowerKey {
  /// The follower that a webhook is.
  init(_ webhook: WebhookID, _ scope: Scope) {
    self.init(app: scope.app.number, name: FeedFollower.webhook.name, id: webhook.identifier)
  }
}

/// Makes deliveries of the rows of the feed that a webhook wants. When too many of its deliveries
/// wait, it alone stops, and goes on when there is room; what clients said has room of its own. A
/// delivery's id is derived from webhook and fact, so even a fact that is published twice is
/// delivered once.
struct WebhookFollower: FeedReader {
  private let scope: Scope
  private let webhook: Webhook
  private let form: WebhookForm
  private let interest: WebhookInterest

  /// `nil` when the webhook is not active, or its form cannot be asked for: then its rows wait, and
  /// `Webhooks.lost(knowing:_:)` finds it.
  init?(_ scope: Scope, _ id: WebhookID) throws {
    guard let webhook = try Webhooks(scope).find(id), webhook.state == .active,
      let form = scope.app.webhookForms[webhook.form]
    else { return nil }
    self.scope = scope
    self.webhook = webhook
    self.form = form
    interest = webhook.interest(scope.app.webhookForms)
  }

  func room(isByClient: Bool) throws -> Int64 {
    Int64(Limits.webhookBacklog)
      - (try Deliveries(scope).backlog(of: webhook.id, isByClient: isByClient))
  }

  func take(_ rows: [FeedRow]) throws -> Bool {
    _ = try scope.connection.insertNew(rows.flatMap(deliveries), by: Self.deliveries)
    return false
  }

  private static let deliveries = Insertion(
    "webhook_deliveries",
    key: [.integer("app"), .identifier("webhook"), .identifier("id")],
    [
      .text("topic"), .identifier("subject"), .text("body"), .text("state"),
      .integer("attempts"), .integer("begun_at"), .integer("due_at"), .text("log"),
      .integer("created_at"), .integer("by_client"),
    ])

  /// None for what the webhook does not want, and for what only says that something has changed.
  private func deliveries(of row: FeedRow) throws -> [[DatabaseValue]] {
    guard let topic = row.kind?.topic, let content = row.body, interest.wants(topic) else {
      return []
    }
    let first = id(of: row, topic, 0)
    let bodies = try form.bodies(
      WebhookPayload(id: first, topic: topic, at: row.at, content: content), scope)
    return bodies.enumerated().map { place, body in
      [
        scope.tenant, .id(webhook.id), .id(id(of: row, topic, place)), .text(topic.text),
        .identifier(row.subject), .text(body.text), .text(DeliveryState.pending.rawValue),
        .integer(0), scope.time, scope.time, .text("[]"), .instant(row.at),
        .bool(row.isByClient),
      ]
    }
  }

  /// The id of the delivery that says a part of what a row says.
  private func id(of row: FeedRow, _ topic: WebhookTopic, _ place: Int) -> DeliveryID {
    let part = place == 0 ? topic.text : "\(topic.text) \(place)"
    let digest = Identifier(hashing: "delivery", webhook.id.text, row.id.text, part)
    return DeliveryID(Identifier(at: row.at, random: (digest.high, digest.low)))
  }
}
