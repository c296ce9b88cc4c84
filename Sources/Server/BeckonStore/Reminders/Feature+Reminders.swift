import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Feature {
  /// Reminders, who is looked at when, and what was decided. What stands under a visitor's number
  /// goes when the feed tells that the visitor was erased, and is moved when it tells that they are
  /// another.
  static let reminders = Feature(
    tables: [
      CopiedTable(
        "reminders", key: [.integer("app"), .identifier("id")],
        [.text("body"), .integer("created_at"), .integer("changed_at")]),
      CopiedTable(
        "basket_watches", key: [.integer("app"), .integer("visitor"), .identifier("reminder")],
        [.integer("due_at")]),
      CopiedTable(
        "product_interests", key: [.integer("app"), .integer("product"), .integer("visitor")],
        [
          .integer("seen_at"), .integer("added_at"), .integer("removed_at"),
          .integer("bought_at"), .integer("at"),
        ]),
      CopiedTable(
        "reminder_drops", key: [.integer("app"), .identifier("reminder"), .identifier("id")],
        [
          .integer("product"), .text("currency"), .integer("before"), .integer("after"),
          .integer("visitor"), .integer("due_at"), .integer("at"),
        ]),
      CopiedTable(
        "product_absences", key: [.integer("app"), .identifier("product")], [.integer("since")]),
      CopiedTable(
        "reminder_decisions", key: [.integer("app"), .identifier("id")],
        [
          .identifier("reminder"), .identifier("person"), .identifier("occasion"),
          .text("products"), .text("currency"), .integer("before"), .integer("after"),
          .integer("since"), .text("state"), .text("reason"), .text("faults"), .text("channel"),
          .identifier("message"), .identifier("link"), .integer("due_at"), .integer("held_until"),
          .integer("counted_at"), .integer("texted_at"), .integer("followed_at"),
          .integer("created_at"), .integer("decided_at"),
        ]),
      CopiedTable(
        "reminder_orders",
        key: [.integer("app"), .identifier("purchase"), .identifier("decision")],
        [.integer("amount"), .text("currency"), .integer("at")]),
    ],
    kept: kept,
    exports: [
      ExportedList(name: "reminders", rowsOfLook: 200, subjects: { [$0.person.id.identifier] }) {
        try ReminderDecisions($0.scope).page(
          of: $1, behind: $2.timeAndID(ReminderDecisionID.self), $3)
      }
    ],
    followers: [.reminders], works: [.forgetReminderDecisions],
    erasure: ErasedRows(person: { try ReminderDecisions($0).forget($1) }),
    merge: { try ReminderDecisions($0).move(from: $1, to: $2) })

  private static let kept = [
    KeptRows(
      for: .milliseconds(ReminderLimits.interestDays * Span.dayMilliseconds), by: .time,
      """
      DELETE FROM product_interests WHERE (app, product, visitor) IN (
        SELECT app, product, visitor FROM product_interests {by product_interests_by_time}
        WHERE at < $1 LIMIT $2)
      """,
      """
      DELETE FROM reminder_drops WHERE (app, reminder, id) IN (
        SELECT app, reminder, id FROM reminder_drops {by reminder_drops_by_time}
        WHERE at < $1 AND due_at IS NULL LIMIT $2)
      """,
      """
      DELETE FROM product_absences WHERE (app, product) IN (
        SELECT app, product FROM product_absences {by product_absences_by_time}
        WHERE since < $1 LIMIT $2)
      """),
    KeptRows(
      for: .milliseconds(ReminderLimits.decisionDays * Span.dayMilliseconds), by: .time,
      """
      DELETE FROM reminder_decisions WHERE (app, id) IN (
        SELECT app, id FROM reminder_decisions {by reminder_decisions_by_time}
        WHERE created_at < $1 LIMIT $2)
      """,
      """
      DELETE FROM reminder_orders WHERE (app, purchase, decision) IN (
        SELECT app, purchase, decision FROM reminder_orders {by reminder_orders_by_time}
        WHERE at < $1 LIMIT $2)
      """),
  ]
}
