import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What a reminder brought: of those who were reminded in a time, and of those who would have been
/// and were told nothing.
public struct ReminderReport {
  private let scope: Scope
  private let reminder: ReminderID
  private let period: ReportPeriod

  /// Figures of one side of the comparison.
  public struct Figures: Hashable, Sendable {
    /// Reminders that were sent, or would have been.
    public var reminders: Int64 = 0
    /// People who got them, or would have.
    public var people: Int64 = 0
    /// Reminders whose link was followed.
    public var followed: Int64 = 0
    /// People who bought something within seven days.
    public var buyers: Int64 = 0
    /// What they paid, in each currency.
    public var revenue: [TextKey: Int64] = [:]
    /// Purchases within seven days behind a click on the link.
    public var purchasesByLink: Int64 = 0
    /// What these came to, in each currency.
    public var revenueByLink: [TextKey: Int64] = [:]
  }

  /// Looks at a time.
  public init(_ scope: Scope, _ reminder: ReminderID, in period: ReportPeriod) {
    self.scope = scope
    self.reminder = reminder
    self.period = period
  }

  /// How many decisions ended why: of those that were sent, `sent`.
  /// - Throws: `DatabaseError`.
  public func outcomes() throws -> [(outcome: String, count: Int64)] {
    try scope.connection.rows(
      """
      SELECT CASE WHEN d.state = 'sent' THEN 'sent' ELSE d.reason END AS outcome, COUNT(*)
      FROM \(decisions) GROUP BY outcome ORDER BY outcome
      """
    ) { ($0.text(0), $0.integer(1)) }
  }

  /// The figures of those who were reminded, or of those who were told nothing.
  /// - Throws: `DatabaseError`.
  public func figures(heldOut: Bool) throws -> Figures {
    let side: SQL = heldOut ? "d.reason = 'held_out'" : "d.state = 'sent'"
    var figures = Figures()
    let counts = try scope.connection.first(
      """
      SELECT COUNT(*), COUNT(DISTINCT d.person), COUNT(d.followed_at)
      FROM \(decisions) AND \(side)
      """
    ) { ($0.integer(0), $0.integer(1), $0.integer(2)) }
    (figures.reminders, figures.people, figures.followed) = counts ?? (0, 0, 0)
    figures.buyers =
      try scope.connection.first(
        """
        SELECT COUNT(DISTINCT d.person) FROM \(decisions) AND \(side)
          AND EXISTS (
            SELECT 1 FROM reminder_orders AS o {by reminder_orders_by_decision}
            WHERE o.app = d.app AND o.decision = d.id)
        """
      ) { $0.integer(0) } ?? 0
    figures.revenue = try sums(side, "").revenue
    (figures.purchasesByLink, figures.revenueByLink) = try sums(
      side, "AND d.followed_at <= o.at")
    return figures
  }

  /// Purchases and what they came to. One that followed two reminders of a person is one here.
  private func sums(
    _ side: SQL, _ more: SQL
  ) throws -> (purchases: Int64, revenue: [TextKey: Int64]) {
    let rows = try scope.connection.rows(
      """
      SELECT currency, COUNT(*), CAST(SUM(amount) AS BIGINT) FROM (
        SELECT DISTINCT o.purchase, o.currency, o.amount
        FROM reminder_orders AS o {by reminder_orders_by_decision}, \(decisions) AND \(side)
          AND o.app = d.app AND o.decision = d.id \(more)
      ) AS orders GROUP BY currency ORDER BY currency
      """
    ) { (currency: TextKey($0.text(0)), count: $0.integer(1), amount: $0.integer(2)) }
    return (
      rows.reduce(0) { $0 + $1.count },
      Dictionary(rows.map { ($0.currency, $0.amount) }) { first, _ in first }
    )
  }

  private var decisions: SQL {
    """
    reminder_decisions AS d {by reminder_decisions_by_reminder}
    WHERE d.app = \(scope.tenant) AND d.reminder = \(.id(reminder))
      AND d.created_at >= \(.instant(period.start)) AND d.created_at < \(.instant(period.end))
    """
  }
}
