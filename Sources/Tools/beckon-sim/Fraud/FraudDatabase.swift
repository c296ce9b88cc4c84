import BeckonDatabase
import BeckonSQLite
import BeckonStore
import Foundation

#if Postgres
  import BeckonPostgres
#endif

/// Where a run keeps its shops: a file of its own that goes away, or an empty database that is
/// given.
struct FraudDatabase {
  private let url: String
  private let directory: URL?

  /// Reads `--database`: `sqlite`, as without it, or `postgres://…`.
  /// - Throws: `SimulationOptions.UsageError`.
  init(_ word: String?) throws {
    switch word ?? "sqlite" {
    case "sqlite":
      let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("beckon-fraud-\(getpid())-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      (self.directory, url) = (directory, directory.appendingPathComponent("beckon.db").path)
    case let url where url.hasPrefix("postgres://") || url.hasPrefix("postgresql://"):
      (directory, self.url) = (nil, url)
    default:
      throw SimulationOptions.UsageError(
        description: "--database is 'sqlite' or postgres://…, an empty database")
    }
  }

  /// Opens it; the schema is left as it is.
  func open() throws -> any Database {
    if directory != nil { return try SQLiteDatabase(SQLiteSettings(path: url)) }
    #if Postgres
      var settings = PostgresSettings(url: url)
      settings.statementTimeoutMilliseconds = 60_000
      return try PostgresDatabase(settings)
    #else
      throw DatabaseError.unreadable("built without PostgreSQL")
    #endif
  }

  /// Takes a file of its own away.
  func remove() {
    if let directory { try? FileManager.default.removeItem(at: directory) }
  }
}
