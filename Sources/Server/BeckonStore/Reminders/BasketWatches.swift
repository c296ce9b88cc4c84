import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Whose basket is to be looked at, for which reminder, and when. One row says no more than that:
/// what lies in the basket then is read when it is due.
struct BasketWatches {
  private let scope: Scope

  init(_ scope: Scope) {
    self.scope = scope
  }

  /// A visitor whose basket is due.
  struct Due {
    let visitor: Int64
    let reminder: ReminderID
  }

  /// Has a visitor's basket looked at, at a time or later.
  /// - Throws: `DatabaseError`.
  func note(_ visitor: Int64, for reminder: ReminderID, due: Instant) throws {
    try scope.connection.send(
      """
      INSERT INTO basket_watches (app, visitor, reminder, due_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (app, visitor, reminder) DO UPDATE SET due_at =
        CASE WHEN excluded.due_at > basket_watches.due_at THEN excluded.due_at
          ELSE basket_watches.due_at END
      """, [scope.tenant, .integer(visitor), .id(reminder), .instant(due)])
  }

  /// Takes those that are due, so many at most: they are no more, and nobody else gets them.
  /// - Throws: `DatabaseError`.
  func take(max: Int64) throws -> [Due] {
    let due = try scope.connection.rows(
      """
      SELECT visitor, reminder FROM basket_watches {by basket_watches_due}
      WHERE app = \(scope.tenant) AND due_at <= \(scope.time)
      ORDER BY due_at LIMIT \(.integer(max)) {claimed}
      """
    ) { Due(visitor: $0.integer(0), reminder: $0.id(1)) }
    for watch in due {
      try scope.connection.send(
        "DELETE FROM basket_watches WHERE app = $1 AND visitor = $2 AND reminder = $3",
        [scope.tenant, .integer(watch.visitor), .id(watch.reminder)])
    }
    return due
  }

  /// Makes what waits for a visitor another's, or nobody's.
  /// - Throws: `DatabaseError`.
  func move(_ visitor: Int64, to other: Int64?) throws {
    if let other {
      try scope.connection.send(
        """
        INSERT INTO basket_watches (app, visitor, reminder, due_at)
        SELECT app, $3, reminder, due_at FROM basket_watches WHERE app = $1 AND visitor = $2
        ON CONFLICT (app, visitor, reminder) DO NOTHING
        """, [scope.tenant, .integer(visitor), .integer(other)])
    }
    try scope.connection.send(
      "DELETE FROM basket_watches WHERE app = $1 AND visitor = $2",
      [scope.tenant, .integer(visitor)])
  }
}
