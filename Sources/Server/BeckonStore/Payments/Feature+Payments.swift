import BeckonDatabase
import BeckonModel

extension Feature {
  /// Revenue: what stores, apps and their servers tell. It is kept for ever.
  static let payments = Feature(
    tables: [
      CopiedTable(
        "payments", key: [.integer("app"), .identifier("id")],
        [
          .identifier("reference"), .identifier("install"), .identifier("payer"), .text("kind"),
          .text("state"), .integer("amount"), .integer("revenue"), .text("currency"),
          .text("trust"), .integer("at"), .integer("received_at"), .integer("removed_at"),
          .text("source"), .identifier("person"), .identifier("refunded"),
        ]),
      CopiedTable(
        "store_transactions", key: [.integer("app"), .identifier("reference")],
        [
          .identifier("original"), .identifier("payment"), .text("transaction_id"),
          .text("product"), .identifier("account"), .text("owner_trust"), .integer("told"),
          .integer("refund_word_at"), .integer("received_at"), .integer("due_at"),
        ]),
      CopiedTable(
        "store_notices", key: [.integer("app"), .identifier("id")],
        [
          .text("body"), .integer("received_at"), .integer("due_at"), .integer("failure_count"),
          .identifier("lease"),
        ]),
    ],
    exports: [
      ExportedList(
        name: "payments", rowsOfLook: 500,
        subjects: { $0.users + $0.people.map(\.identifier) + $0.installs.map(\.id.identifier) }
      ) {
        try CapturedPayments($0.scope).page(of: $1, behind: $2.timeAndID(FactID.self), $3)
      }
    ],
    rollUps: [.payments], works: LongWork.ofPayments,
    erasure: ErasedRows(identity: { try CapturedPayments($0).forget(payer: $1) }),
    merge: { try CapturedPayments($0).move(from: $1, to: $2) })
}
