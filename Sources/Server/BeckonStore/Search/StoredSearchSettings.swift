import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The settings of a shop's search in the database. They are read through `AppContext`.
public struct StoredSearchSettings {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// The settings of an app, as they are now.
  /// - Throws: `DatabaseError`.
  public func find() throws -> SearchSettings {
    try Self.find(of: scope.app.number, scope.connection)
  }

  /// The settings of an app; what holds where nothing was set, if it has none.
  /// - Throws: `DatabaseError`.
  static func find(of app: Int64, _ connection: any Connection) throws -> SearchSettings {
    let stored = try connection.first(
      "SELECT body FROM search_settings WHERE app = $1", [.integer(app)]
    ) { try $0.json(0) }
    guard let stored else { return SearchSettings() }
    // What is stored was checked before; if it cannot be read, the database is damaged.
    do throws(FieldError) {
      return try SearchSettings().changed(by: Fields(stored))
    } catch {
      throw DatabaseError.corrupt("'\(error.path)' \(error.reason)")
    }
  }

  /// Stores the settings.
  /// - Throws: `DatabaseError`.
  public func store(_ settings: SearchSettings) throws {
    try scope.connection.send(
      """
      INSERT INTO search_settings (app, body, changed_at) VALUES ($1, $2, $3)
      ON CONFLICT (app) DO UPDATE SET body = excluded.body, changed_at = excluded.changed_at
      """, [scope.tenant, .json(settings.json), scope.time])
  }
}
