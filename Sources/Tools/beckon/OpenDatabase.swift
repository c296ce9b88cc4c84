import BeckonBasics
import BeckonStore
import BeckonStoreSQLite

/// Opens the database that `--database` names.
enum OpenDatabase {
  static let option = Options.Declared(
    "database", "URL", "sqlite:PATH (default sqlite:beckon.db)")
  static let defaultURL = "sqlite:beckon.db"

  /// The file of a SQLite URL.
  /// - Throws: `UsageError` for any other.
  static func path(_ url: String) throws -> String {
    guard url.hasPrefix("sqlite:"), url.count > "sqlite:".count else {
      throw UsageError(
        "--database '\(url)' is not sqlite:PATH; PostgreSQL comes with the next version",
        "--database \(defaultURL)")
    }
    return String(url.dropFirst("sqlite:".count))
  }

  /// Opens the database and brings its schema up to date.
  /// - Throws: `UsageError` or `DatabaseError`.
  static func open(_ url: String?) async throws -> any Database {
    let database = try SQLiteDatabase(
      SQLiteDatabase.Settings(path: path(url ?? defaultURL)))
    do {
      _ = try await database.write { try Migrator.migrate($0, now: Ambient.system.now()) }
    } catch {
      await database.close()
      throw error
    }
    return database
  }
}
