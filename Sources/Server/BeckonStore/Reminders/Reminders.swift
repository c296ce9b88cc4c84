import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Reminders in the database. They are read through `AppContext`.
public struct Reminders {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The reminders of an app, oldest first.
  /// - Throws: `DatabaseError`.
  static func all(of app: Int64, _ connection: any Connection) throws -> [Reminder] {
    try connection.rows(
      "SELECT id, body FROM reminders WHERE app = $1 ORDER BY id", [.integer(app)], read)
  }

  /// The reminder of this id as it is now; the app that the scope holds may be older.
  /// - Throws: `DatabaseError`.
  public func find(_ id: ReminderID) throws -> Reminder? {
    try scope.connection.first(
      "SELECT id, body FROM reminders WHERE app = $1 AND id = $2",
      [scope.tenant, .id(id)], Self.read)
  }

  /// What is stored was checked before; if it cannot be read, the database is damaged.
  private static func read(_ row: any Row) throws -> Reminder {
    do throws(FieldError) {
      let json = try? row.json(1)
      return Reminder(id: row.id(0), try ReminderSettings(Fields(json ?? .null)))
    } catch {
      throw DatabaseError.corrupt("'\(error.path)' \(error.reason)")
    }
  }

  /// Stores a new reminder. With the first one of an app begins what follows its feed for all of
  /// them; it goes on for ever, so that it hears of whoever is erased.
  /// - Returns: whether the app may have one more.
  /// - Throws: `DatabaseError`.
  public func insert(_ reminder: Reminder) throws -> Bool {
    let count = try scope.connection.first(
      "SELECT COUNT(*) FROM reminders WHERE app = $1", [scope.tenant]
    ) { $0.integer(0) }
    guard count ?? 0 < ReminderLimits.reminders else { return false }
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(reminder.id), "body": .json(reminder.settings.json),
      "created_at": scope.time, "changed_at": scope.time,
    ]
    try scope.connection.send("INSERT INTO reminders \(row: row)")
    let key = FollowerKey(remindersOf: scope)
    let followers = Followers(scope.connection)
    if try followers.find(key) == nil { try followers.begin(key, at: scope.now) }
    return true
  }

  /// Stores a changed reminder.
  /// - Throws: `DatabaseError`.
  public func update(_ reminder: Reminder) throws {
    let changes: SQL.Row = ["body": .json(reminder.settings.json), "changed_at": scope.time]
    try scope.connection.send(
      """
      UPDATE reminders \(set: changes) WHERE app = \(scope.tenant) AND id = \(.id(reminder.id))
      """)
  }

  /// Deletes a reminder with what was decided by it; `false` when there is none. What waits for its
  /// time finds no reminder any more.
  /// - Throws: `DatabaseError`.
  public func delete(_ id: ReminderID) throws -> Bool {
    let deleted = try scope.connection.run(
      "DELETE FROM reminders WHERE app = $1 AND id = $2", [scope.tenant, .id(id)])
    guard deleted > 0 else { return false }
    try Leftovers(scope).begin(.forgetReminderDecisions, on: id.identifier)
    return true
  }
}

extension FollowerKey {
  /// The name of what follows the feed for an app's reminders.
  static let reminders = "reminders"

  /// What follows an app's feed for its reminders.
  init(remindersOf scope: Scope) {
    self.init(
      app: scope.app.number, name: Self.reminders, id: Identifier(high: 0, low: 0))
  }
}

extension LongWork {
  static let forgetReminderDecisions = LongWork("reminder_decisions", "forget") {
    scope, rows, max in
    let some: SQL = """
      SELECT id FROM reminder_decisions {by reminder_decisions_by_reminder}
      WHERE app = \(scope.tenant) AND reminder = \(.identifier(rows.subject))
      ORDER BY created_at, id LIMIT \(.integer(max))
      """
    try scope.connection.send(
      """
      DELETE FROM reminder_orders {by reminder_orders_by_decision}
      WHERE app = \(scope.tenant) AND decision IN (\(some))
      """)
    return try scope.connection.run(
      "DELETE FROM reminder_decisions WHERE app = \(scope.tenant) AND id IN (\(some))")
  }
}
