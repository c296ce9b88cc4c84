import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Feature {
  /// Messages to people. Whether an address is on the list of those to whom nothing is sent is kept
  /// when its owner is erased, as a keyed hash.
  static let messages = Feature(
    tables: [
      CopiedTable(
        "messages", key: [.integer("app"), .identifier("id")],
        [
          .text("channel"), .text("kind"), .identifier("person"), .text("recipient"),
          .identifier("recipient_key"), .text("language"), .text("state"), .text("reason"),
          .integer("attempts"), .integer("begun_at"), .integer("due_at"), .integer("expires_at"),
          .identifier("lease"), .text("gateway"), .integer("answer_code"), .text("answer"),
          .integer("created_at"), .integer("settled_at"), .identifier("campaign"),
          .identifier("invite"), .integer("place"), .identifier("link"), .text("sender"),
          .text("body"), .integer("parts"), .integer("delivered_parts"),
          .integer("has_failed_part"), .integer("is_known"), .text("country"),
          .integer("followed_at"), .integer("unconfirmed_at"),
        ]),
      CopiedTable(
        "suppressions",
        key: [.integer("app"), .text("channel"), .identifier("recipient_key")],
        [.text("reason"), .integer("since")]),
      CopiedTable(
        "message_days", key: [.integer("app"), .integer("day")],
        [.integer("asked"), .integer("queued")]),
      CopiedTable(
        "erased_sendings", key: [.integer("app"), .identifier("id"), .text("kind")],
        [.identifier("recipient_key"), .integer("at")]),
    ],
    kept: [
      KeptRows(
        for: .milliseconds(Limits.messageDays * Span.dayMilliseconds), by: .time,
        """
        DELETE FROM messages WHERE (app, id) IN (
          SELECT app, id FROM messages {by messages_by_time} WHERE created_at < $1 LIMIT $2)
        """),
      KeptRows(
        for: .milliseconds(ErasedSendings.keptMilliseconds), by: .time,
        """
        DELETE FROM erased_sendings WHERE (app, id, kind) IN (
          SELECT app, id, kind FROM erased_sendings {by erased_sendings_by_time}
          WHERE at < $1 LIMIT $2)
        """),
    ],
    exports: [
      ExportedList(name: "messages", rowsOfLook: 500, subjects: { [$0.person.id.identifier] }) {
        try Messages($0.scope).page(of: $1, behind: $2.id(), $3, to: $0.proof.key)
      }
    ],
    erasure: ErasedRows(
      identity: { try Messages($0).forget(sentTo: $1) }, person: { try Messages($0).forget($1) }),
    merge: { try Messages($0).move(from: $1, to: $2) })
}
