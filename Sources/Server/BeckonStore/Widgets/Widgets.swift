import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Widgets in the database. They are read through `AppContext`.
public struct Widgets {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// What became of a new widget.
  public enum Outcome: Sendable {
    /// It is there.
    case added
    /// Another widget of the app has its code.
    case codeTaken
    /// The app has as many as it may.
    case tooMany
  }

  /// The widgets of an app, oldest first.
  /// - Throws: `DatabaseError`.
  static func all(of app: Int64, _ connection: any Connection) throws -> [Widget] {
    try connection.rows(
      "SELECT id, code, body FROM widgets WHERE app = $1 ORDER BY id", [.integer(app)], read)
  }

  /// The widget of this id as it is now; the app that the scope holds may be older.
  /// - Throws: `DatabaseError`.
  public func find(_ id: WidgetID) throws -> Widget? {
    try scope.connection.first(
      "SELECT id, code, body FROM widgets WHERE app = $1 AND id = $2",
      [scope.tenant, .id(id)], Self.read)
  }

  /// What is stored was checked before; if it cannot be read, the database is damaged.
  private static func read(_ row: any Row) throws -> Widget {
    do throws(FieldError) {
      let json = try? row.json(2)
      return Widget(
        id: row.id(0), code: row.text(1), try WidgetSettings(Fields(json ?? .null)))
    } catch {
      throw DatabaseError.corrupt("'\(error.path)' \(error.reason)")
    }
  }

  /// Stores a new widget.
  /// - Throws: `DatabaseError`.
  public func insert(_ widget: Widget) throws -> Outcome {
    let count = try scope.connection.first(
      "SELECT COUNT(*) FROM widgets WHERE app = $1", [scope.tenant]
    ) { $0.integer(0) }
    guard count ?? 0 < WidgetLimits.widgets else { return .tooMany }
    let row: SQL.Row = [
      "app": scope.tenant, "id": .id(widget.id), "code": .text(widget.code),
      "body": .json(widget.settings.json), "created_at": scope.time, "changed_at": scope.time,
    ]
    let added = try scope.connection.run(
      "INSERT INTO widgets \(row: row) ON CONFLICT (app, code) DO NOTHING")
    return added > 0 ? .added : .codeTaken
  }

  /// Stores a changed widget.
  /// - Throws: `DatabaseError`.
  public func update(_ widget: Widget) throws {
    let changes: SQL.Row = ["body": .json(widget.settings.json), "changed_at": scope.time]
    try scope.connection.send(
      "UPDATE widgets \(set: changes) WHERE app = \(scope.tenant) AND id = \(.id(widget.id))")
  }

  /// Deletes a widget with its figures; `false` when there is none. What visitors did with it goes
  /// when it is old.
  /// - Throws: `DatabaseError`.
  public func delete(_ id: WidgetID) throws -> Bool {
    let deleted = try scope.connection.run(
      "DELETE FROM widgets WHERE app = $1 AND id = $2", [scope.tenant, .id(id)])
    guard deleted > 0 else { return false }
    for work in [LongWork.forgetWidgetSums, .forgetWidgetCohorts] {
      try Leftovers(scope).begin(work, on: id.identifier)
    }
    return true
  }
}

extension LongWork {
  /// What concerns the figures of widgets, which are named by their ids, and what visitors did with
  /// them.
  static let ofWidgets = [
    forgetWidgetSums, forgetWidgetCohorts, moveWidgetActs, forgetWidgetActs,
  ]

  static let forgetWidgetSums = LongWork("widget_sums", "forget") { scope, rows, max in
    try scope.connection.run(
      """
      DELETE FROM widget_sums
      WHERE (app, widget, dimension, day, name, arm, currency) IN (
        SELECT app, widget, dimension, day, name, arm, currency FROM widget_sums
        WHERE app = \(scope.tenant) AND widget = \(.identifier(rows.subject))
        LIMIT \(.integer(max)))
      """)
  }

  static let forgetWidgetCohorts = LongWork("widget_cohorts", "forget") { scope, rows, max in
    try scope.connection.run(
      """
      DELETE FROM widget_cohorts WHERE (app, widget, day, arm, currency) IN (
        SELECT app, widget, day, arm, currency FROM widget_cohorts
        WHERE app = \(scope.tenant) AND widget = \(.identifier(rows.subject))
        LIMIT \(.integer(max)))
      """)
  }
}
