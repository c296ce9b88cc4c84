import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Purchases behind reminders: of who was reminded, and of who would have been and was told
/// nothing.
struct ReminderOrders {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// Reminders of one person that a purchase may follow, the latest.
  private static let decisionsMax: Int64 = 20

  private static let insertion = Insertion(
    "reminder_orders",
    [
      .integer("app"), .identifier("purchase"), .identifier("decision"), .integer("amount"),
      .text("currency"), .integer("at"),
    ])

  /// Counts a purchase, in place of what was counted of it before.
  /// - Parameters:
  ///   - person: who bought; nobody's purchase counts for no reminder.
  ///   - money: what it came to; `nil` when that is not known, or it was somebody else's.
  ///   - at: when.
  /// - Throws: `DatabaseError`.
  func count(_ purchase: FactID, by person: PersonID?, _ money: Money?, at: Instant) throws {
    guard !scope.app.reminders.isEmpty else { return }
    try scope.connection.send(
      "DELETE FROM reminder_orders WHERE app = $1 AND purchase = $2",
      [scope.tenant, .id(purchase)])
    guard let person, let money else { return }
    let span = ReminderLimits.purchaseDays * Span.dayMilliseconds
    let decisions = try scope.connection.rows(
      """
      SELECT id FROM reminder_decisions {by reminder_decisions_by_person}
      WHERE app = \(scope.tenant) AND person = \(.id(person)) AND counted_at <= \(.instant(at))
        AND counted_at > \(.instant(at.adding(milliseconds: -span)))
      ORDER BY created_at DESC, id DESC LIMIT \(.integer(Self.decisionsMax))
      """
    ) { $0.identifier(0) }
    guard !decisions.isEmpty else { return }
    try scope.connection.insert(
      decisions.map { decision in
        [
          scope.tenant, .id(purchase), .identifier(decision), .integer(money.amount),
          .text(money.currency.code), .instant(at),
        ]
      }, by: Self.insertion)
  }
}
