import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What was decided by a reminder.
public struct FoundReminderDecisions {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Which of them.
  public struct Filter: Sendable {
    /// Whom they concern.
    public var person: Person?
    /// Where they stand.
    public var state: ReminderDecisionState?
    /// Why they are held or withheld.
    public var reason: ReminderReason?
    /// When they were first taken.
    public var period = ListPeriod()

    /// All of them.
    public init() {}
  }

  /// A page, the last first.
  /// - Throws: `DatabaseError`.
  public func page(
    of reminder: ReminderID, _ filter: Filter, behind place: ListPlace?, limit: Int
  ) throws -> FoundRows {
    let person = filter.person.map { "d.person = \(.id($0.id))" as SQL }
    let isOfReminder: SQL = "d.reminder = \(.id(reminder))"
    let index: SQL =
      person == nil
      ? "{by reminder_decisions_by_reminder}" : "{by reminder_decisions_by_person}"
    let walk = ListWalk(
      scope: scope, table: "reminder_decisions AS d \(index)",
      columns: ReminderDecisions.columns,
      key: "d.app = \(scope.tenant)\(and: [person ?? isOfReminder])",
      order: .time("d.created_at", id: "d.id"), bounds: filter.period.times("d.created_at"),
      filters: [
        person == nil ? nil : isOfReminder,
        filter.state.map { "d.state = \(.text($0.rawValue))" },
        filter.reason.map { "d.reason = \(.text($0.rawValue))" },
      ]
    ) { try ReminderDecisions.read($0, from: ListWalk.first).json }
    return try ListWalk.page(of: [walk], behind: place, limit: limit)
  }
}
