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
          .integer("charged_at"), .text("fulfilment"), .integer("fulfilled_at"),
        ]),
      CopiedTable(
        "balances", key: [.integer("app"), .identifier("person"), .text("unit")],
        [.integer("posted"), .integer("pending")]),
      CopiedTable(
        "campaign_points", key: [.integer("app"), .identifier("campaign"), .identifier("person")],
        [.integer("points"), .integer("is_ranked")]),
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
        "coupons", key: [.integer("app"), .text("pool"), .text("code")],
        [.identifier("transfer"), .integer("added_at")]),
      CopiedTable(
        "coupon_pools", key: [.integer("app"), .text("pool")],
        [.identifier("campaign"), .integer("made_at"), .integer("stopped_at")]),
    ],
    exports: [refusals],
    summary: { exported in
      let balances = try Ledger(exported.scope).balances(of: exported.person.id).map {
        [
          "unit": .string($0.unit), "posted": .integer($0.posted),
          "pending": .integer($0.pending), "in_review": .integer($0.inReview),
        ] as JSON
      }
      return [JSON.Member("balances", .array(balances))]
    },
    rollUps: [.rewards], works: [.moveRefusals],
    erasure: ErasedRows(settle: { try Ledger($0).forfeit($1) }),
    merge: { try Leftovers($0).begin(.moveRefusals, on: $1.identifier, to: $2.identifier) })
}

extension LongWork {
  fileprivate static let moveRefusals = LongWork("refusals", "move") { scope, rows, max in
    try scope.connection.run(
      """
      UPDATE refusals SET person = \(.identifier(rows.target))
      WHERE app = \(scope.tenant) AND id IN (
        SELECT id FROM refusals {by refusals_by_person}
        WHERE app = \(scope.tenant) AND person = \(.identifier(rows.subject))
        ORDER BY at, id LIMIT \(.integer(max)))
      """)
  }
}

/// What rules would have paid a person, and why they did not.
private let refusals = ExportedList(
  name: "refusals", rowsOfLook: 500, subjects: { [$0.person.id.identifier] }
) { exported, subject, key, limit in
  let last = try key.timeAndID(TransferID.self)
  let at = DatabaseValue.integer(last?.at.milliseconds ?? .min)
  let id = DatabaseValue.identifier(last?.id.identifier ?? Identifier(high: 0, low: 0))
  return try exported.scope.connection.rows(
    """
    SELECT id, rule, fact, reason, at FROM refusals {by refusals_by_person}
    WHERE app = \(exported.scope.tenant) AND person = \(.identifier(subject))
      AND at >= \(at) AND (at > \(at) OR id > \(id))
    ORDER BY at, id LIMIT \(.integer(limit))
    """
  ) { row in
    let (at, id) = (row.instant(4), row.id(0, TransferID.self))
    return ExportRow(
      key: "\(at.milliseconds):\(id.text)",
      json: [
        "rule": .id(row.id(1, RuleID.self)), "fact": .id(row.id(2, FactID.self)),
        "reason": .string(row.text(3)), "at": .instant(at),
      ])
  }
}
