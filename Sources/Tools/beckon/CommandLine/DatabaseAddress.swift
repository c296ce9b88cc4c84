import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonSQLite
import BeckonStore
import Foundation

#if Postgres
  import BeckonPostgres
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

  /// Reads the value of an option, `--database` or the one named.
  /// - Throws: `UsageError`.
  init(_ url: String?, option: String = "database") throws {
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
        "--\(option) is neither sqlite:PATH nor postgres://…", "--\(option) \(Self.defaultURL)")
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
  func open(waitsForLock: Bool = false) throws -> any Database {
    switch self {
    case .sqlite(let path):
      var settings = SQLiteSettings(path: path)
      if waitsForLock { settings.busyTimeoutMilliseconds = 300_000 }
      return try SQLiteDatabase(settings)
    case .postgres(let url):
      #if Postgres
        return try PostgresDatabase(PostgresSettings(url: url))
      #else
        throw DatabaseError.unreadable("built without PostgreSQL: \(url.prefix(8))…")
      #endif
    }
  }

  /// Opens it for reading or writing all of it, which may take statements of any length.
  /// - Throws: `DatabaseError`.
  func openForCopying() throws -> any Database {
    #if Postgres
      if case .postgres(let url) = self {
        var settings = PostgresSettings(url: url)
        (settings.writers, settings.readers) = (1, 1)
        settings.statementTimeoutMilliseconds = Int(Span.dayMilliseconds)
        return try PostgresDatabase(settings)
      }
    #endif
    return try open()
  }

  /// Whether it is a file that is not there, or has nothing in it; opening would make a database.
  var isMissing: Bool {
    guard case .sqlite(let path) = self else { return false }
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    return ((attributes?[.size] as? NSNumber)?.intValue ?? 0) == 0
  }

  /// Opens a database that must be there, with the schema of this program: what only reads, or
  /// changes a key, neither makes one where none is meant nor changes it under a running server.
  /// - Parameter waitsForLock: whether a write waits for minutes while another program holds a
  ///   SQLite file's lock, as a server may that is behind with its counts.
  /// - Throws: `DatabaseError`, `Failure`.
  func openCurrent(waitsForLock: Bool = false) async throws -> any Database {
    if case .sqlite(let path) = self, isMissing {
      throw Failure(
        "there is no database \(path)",
        "check --database; 'beckon serve' and 'beckon app create' make one")
    }
    return try await open(waitsForLock: waitsForLock) { database in
      let (found, known) = (try await Migrator.version(of: database), Schema.beckon.version)
      guard found > 0 else {
        throw Failure(
          "this is not a database of beckon, or an empty one",
          "check --database; 'beckon app create' makes an app, and what it needs")
      }
      guard found >= known else {
        throw Failure(
          "the database's schema is older than this program (\(found), known \(known))",
          "beckon migrate")
      }
    }
  }

  /// Opens it for use and brings its schema up to date.
  /// - Throws: `DatabaseError`; `Failure` when it is an unfinished copy.
  func openMigrated() async throws -> any Database {
    try await open { try await Self.makeReady($0) }
  }

  /// The same for a server. Of a SQLite file it also gives the lock of the one server that a file
  /// may have, which holds as long as the value lives.
  /// - Throws: `DatabaseError`; `Failure`, also when another server has the lock.
  func openForServing() async throws -> (database: any Database, lock: ServerLock?) {
    var lock: ServerLock?
    let database = try await open { database in
      if case .sqlite(let path) = self { lock = try ServerLock(of: path) }
      try await Self.makeReady(database)
    }
    return (database, lock)
  }

  /// Opens it, and closes it again when `check` finds a fault.
  private func open(
    waitsForLock: Bool = false, _ check: (any Database) async throws -> Void
  ) async throws -> any Database {
    let database = try open(waitsForLock: waitsForLock)
    do {
      try await check(database)
    } catch {
      await database.close()
      throw error
    }
    return database
  }

  private static func makeReady(_ database: any Database) async throws {
    guard try await !UnfinishedCopy.isThere(in: database) else {
      throw Failure(
        "this database is the target of a copy that is not complete",
        "run the same 'beckon copy' again: it goes on where it stood")
    }
    _ = try await migrate(database)
  }

  /// Brings a schema up to date, and gives what was applied.
  /// - Throws: `DatabaseError`.
  static func migrate(_ database: any Database) async throws -> [Migration] {
    let now = Ambient.system.now()
    return try await database.write { connection in
      let applied = try Migrator.migrate(connection, migrations: Migration.all, now: now)
      try Partitions.makeAhead(connection, now: now)
      return applied
    }
  }
}
