import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Feature {
  /// The ledger, its balances and caps, and coupons. All of it is kept for ever.
  static let rewards = Feature(
    tables: [
      CopiedTable(
        "transfers", key: [.integer("app"), .identifier("id")],
        [
          .text("kind"), .text("from_account"), .identifier("from_owner"), .text("to_account"),
          .identifier("to_owner"), .integer("amount"), .text("unit"), .text("state"),
          .integer("due_at"), .identifier("campaign"), .identifier("rule"), .identifier("referral"),
          .identifier("fact"), .identifier("reverses"), .text("reasons"), .text("coupon"),
          .integer("created_at"), .integer("settled_at"), .text("review"),
        ]),
      CopiedTable(
        "balances", key: [.integer("app"), .identifier("person"), .text("unit")],
        [.integer("posted"), .integer("pending")]),
      CopiedTable(
        "cap_uses",
        key: [.integer("app"), .identifier("rule"), .identifier("person"), .text("day")],
        [.integer("amount")]),
      CopiedTable(
        "cap_shares", key: [.integer("app"), .identifier("rule"), .integer("share")],
        [.integer("bound"), .integer("room")]),
      CopiedTable(
        "refusals", key: [.integer("app"), .identifier("id")],
        [
          .identifier("rule"), .identifier("referral"), .identifier("person"), .identifier("fact"),
          .text("reason"), .integer("at"),
        ]),
      CopiedTable(
        "group_payments", key: [.integer("app"), .text("exclusive_group"), .identifier("fact")],
        [.identifier("campaign")]),
      CopiedTable(
        "coupons", key: [.integer("app"), .text("pool"), .text("code")], [.identifier("transfer")]),
    ],
    summary: { exported in
      let balances = try Ledger(exported.scope).balances(of: exported.person.id).map {
        [
          "unit": .string($0.unit), "posted": .integer($0.posted),
          "pending": .integer($0.pending), "in_review": .integer($0.inReview),
        ] as JSON
      }
      return [JSON.Member("balances", .array(balances))]
    },
    erasure: ErasedRows(settle: { try Ledger($0).forfeit($1) }))
}
