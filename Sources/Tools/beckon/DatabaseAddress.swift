import BeckonBasics
import BeckonStore
import BeckonStoreSQLite

#if Postgres
  import BeckonStorePostgres
#endif

/// What `--database` names.
enum DatabaseAddress: Sendable {
  /// A file.
  case sqlite(path: String)
  /// A server, as libpq reads it. May hold a password: not to be shown.
  case postgres(url: String)

  static let option = Options.Declared(
    "database", "URL", "sqlite:PATH or postgres://… (default sqlite:beckon.db)")
  static let defaultURL = "sqlite:beckon.db"

  /// Reads the option's value.
  /// - Throws: `UsageError`.
  init(_ url: String?) throws {
    let url = url ?? Self.defaultURL
    let isPostgres = ["postgres://", "postgresql://"].contains { url.hasPrefix($0) }
    if url.hasPrefix("sqlite:"), url.count > "sqlite:".count {
      self = .sqlite(path: String(url.dropFirst("sqlite:".count)))
    } else if isPostgres {
      #if Postgres
        self = .postgres(url: url)
      #else
        throw UsageError(
          "this program was built without PostgreSQL",
          "swift build -c release, without --disable-default-traits")
      #endif
    } else {
      throw UsageError(
        "--database is neither sqlite:PATH nor postgres://…", "--database \(Self.defaultURL)")
    }
  }

  /// The word for it in the line that says that the server is ready.
  var kind: String {
    switch self {
    case .sqlite: "sqlite"
    case .postgres: "postgres"
    }
  }

  /// Opens it; the schema is left as it is.
  /// - Throws: `DatabaseError`.
  func open() throws -> any Database {
    switch self {
    case .sqlite(let path): return try SQLiteDatabase(SQLiteDatabase.Settings(path: path))
    case .postgres(let url):
      #if Postgres
        return try PostgresDatabase(PostgresDatabase.Settings(url: url))
      #else
        throw DatabaseError.unreadable("built without PostgreSQL: \(url.prefix(8))…")
      #endif
    }
  }

  /// Opens it and brings its schema up to date.
  /// - Throws: `DatabaseError`.
  func openMigrated() async throws -> any Database {
    let database = try open()
    do {
      _ = try await Self.migrate(database)
    } catch {
      await database.close()
      throw error
    }
    return database
  }

  /// Brings a schema up to date, and gives what was applied.
  /// - Throws: `DatabaseError`.
  static func migrate(_ database: any Database) async throws -> [Migration] {
    let now = Ambient.system.now()
    return try await database.write { connection in
      let applied = try Migrator.migrate(connection, now: now)
      try Partitions.makeAhead(connection, now: now)
      return applied
    }
  }
}
