import BeckonDatabase
import BeckonModel

extension Feature {
  /// Facts, their ids, and the answers to those that count.
  static let events = Feature(
    tables: [
      CopiedTable(
        "fact_ids", key: [.integer("app"), .identifier("id")],
        [.integer("at"), .integer("by_client")]),
      CopiedTable(
        "facts", key: [.integer("seq")],
        [
          .integer("app"), .identifier("id"), .text("name"), .identifier("subject"), .integer("at"),
          .integer("received_at"), .text("trust"), .text("consent"), .text("properties"),
          .identifier("install"), .integer("from_page"),
        ], .position(at: "received_at")),
      CopiedTable(
        "outcomes", key: [.integer("app"), .identifier("id")],
        [.identifier("fingerprint"), .integer("status"), .text("body")]),
      CopiedTable(
        "reversals", key: [.integer("app"), .identifier("fact")], [.identifier("refund")]),
    ],
    kept: [
      KeptRows(
        for: .events, by: .time, months: "facts",
        """
        DELETE FROM facts WHERE seq IN (
          SELECT seq FROM facts WHERE app = $1 AND received_at < $2 LIMIT $3)
        """),
      KeptRows(
        for: .milliseconds(Limits.factIDDays * Span.dayMilliseconds), by: .time,
        """
        DELETE FROM fact_ids WHERE (app, id) IN (
          SELECT app, id FROM fact_ids WHERE at < $1 LIMIT $2)
        """),
    ],
    exports: [
      ExportedList(name: "facts", rowsOfLook: 50, subjects: { $0.factSubjects }) {
        try Facts($0.scope).page(of: $1, behind: $2.number(), $3)
      }
    ],
    works: LongWork.ofFacts,
    erasure: ErasedRows(
      subject: { try Facts($0).forget($1, byClient: false) },
      claimedSubject: { try Facts($0).forget($1, byClient: true) }),
    merge: { try Leftovers($0).begin(.moveFacts, on: $1.identifier, to: $2.identifier) })
}
