import BeckonDatabase
import BeckonModel

extension Feature {
  /// Apps, their keys, and answers under an `Idempotency-Key`.
  static let accounts = Feature(
    tables: [
      CopiedTable(
        "apps", key: [.integer("number")],
        [
          .identifier("id"), .text("name"), .text("pepper"), .text("settings"),
          .integer("created_at"),
        ], .sequence),
      CopiedTable(
        "api_keys", key: [.identifier("digest")],
        [
          .integer("app"), .identifier("id"), .text("kind"), .text("vendor"), .text("hint"),
          .integer("created_at"), .integer("revoked_at"),
        ]),
      CopiedTable(
        "web_keys", key: [.identifier("id")],
        [.integer("app"), .text("private_key"), .integer("created_at")]),
      CopiedTable(
        "identity_keys", key: [.identifier("id")],
        [.integer("app"), .text("secret"), .integer("created_at")]),
      CopiedTable(
        "changes", key: [.integer("app"), .identifier("subject"), .integer("number")],
        [.integer("at"), .text("by_key"), .text("was")]),
      CopiedTable(
        "idempotency", key: [.integer("app"), .identifier("key")],
        [
          .identifier("fingerprint"), .integer("status"), .text("body"), .integer("at"),
          .integer("is_marked"),
        ]),
      CopiedTable(
        "idempotency_people",
        key: [.integer("app"), .identifier("person"), .identifier("key")]),
    ],
    kept: [
      // The same answers in both: they are counted off in one order.
      KeptRows(
        for: .milliseconds(Idempotency.keptMilliseconds), by: .time,
        """
        DELETE FROM idempotency_people WHERE (app, key) IN (
          SELECT app, key FROM idempotency WHERE at < $1 ORDER BY at, app, key LIMIT $2)
        """,
        """
        DELETE FROM idempotency WHERE (app, key) IN (
          SELECT app, key FROM idempotency WHERE at < $1 ORDER BY at, app, key LIMIT $2)
        """)
    ],
    erasure: ErasedRows(person: { try Idempotency($0).forget($1) }),
    merge: { try Idempotency($0).move(from: $1, to: $2) })
}
