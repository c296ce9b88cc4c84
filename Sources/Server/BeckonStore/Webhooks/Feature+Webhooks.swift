import BeckonDatabase
import BeckonModel

extension Feature {
  /// Webhooks, and what they were sent.
  static let webhooks = Feature(
    tables: [
      CopiedTable(
        "webhooks", key: [.integer("app"), .identifier("id")],
        [
          .text("url"), .text("facts"), .text("form"), .text("secret"), .text("old_secret"),
          .integer("old_secret_until"), .text("state"), .text("disabled_reason"),
          .integer("disabled_at"), .integer("failing_since"), .integer("created_at"),
        ]),
      CopiedTable(
        "webhook_deliveries", key: [.integer("app"), .identifier("webhook"), .identifier("id")],
        [
          .text("topic"), .identifier("subject"), .text("body"), .text("state"),
          .integer("attempts"), .integer("begun_at"), .integer("due_at"), .identifier("lease"),
          .text("log"), .integer("created_at"), .integer("settled_at"), .integer("by_client"),
        ]),
    ],
    kept: [
      KeptRows(
        for: .milliseconds(Limits.webhookDays * Span.dayMilliseconds), by: .time,
        """
        DELETE FROM webhook_deliveries WHERE (app, webhook, id) IN (
          SELECT app, webhook, id FROM webhook_deliveries WHERE created_at < $1 LIMIT $2)
        """)
    ],
    exports: [
      ExportedList(name: "webhook_deliveries", rowsOfLook: 500, subjects: { $0.factSubjects }) {
        try Webhooks($0.scope).sent(
          of: $1, behind: $2.id(), $3, withURL: $0.proof.key == .secret)
      }
    ],
    followers: [.webhook],
    works: LongWork.ofDeliveries,
    erasure: ErasedRows(
      subject: { try Deliveries($0).forget($1, byClient: false) },
      claimedSubject: { try Deliveries($0).forget($1, byClient: true) }),
    merge: { try Deliveries($0).move(from: $1, to: $2) })
}
