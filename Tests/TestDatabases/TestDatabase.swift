import BeckonBasics
import BeckonDatabase
import BeckonSQLite
import Foundation

#if Postgres
  import BeckonPostgres
#endif

/// The databases of tests that run on either kind. `BECKON_TEST_DATABASE` says on which one they
/// run: `sqlite`, as without it, or `postgres`.
public enum TestDatabase {
  /// Neither of the two words, or without the code for it.
  public struct Unknown: Error, CustomStringConvertible {
    /// What is wrong.
    public let description: String
  }

  private static let word =
    ProcessInfo.processInfo.environment["BECKON_TEST_DATABASE"] ?? "sqlite"

  /// Whether it is PostgreSQL.
  public static let isPostgres = word == "postgres"

  /// A database in place of a file at `path`, as `--database` names it. On PostgreSQL it is there
  /// at once, and empty; it goes away with the tests, or by `remove`.
  /// - Throws: `Unknown`, `PostgresCluster.Failure`.
  public static func url(_ path: String) throws -> String {
    switch word {
    case "sqlite": return "sqlite:" + path
    #if Postgres
      case "postgres":
        let cluster = try PostgresCluster.shared.get()
        // Far more than the server's own three seconds: a busy machine must not fail a test.
        return cluster.url(try cluster.database(for: path)) + patience
    #endif
    default: throw Unknown(description: "BECKON_TEST_DATABASE is '\(word)'")
    }
  }

  /// The same with the tables that a test begins with. They are made once and copied for each test,
  /// which is several times as fast as making them.
  /// - Parameter prepared: makes the tables in an empty database.
  /// - Throws: `Unknown`, `PostgresCluster.Failure`, `CocoaError`, what `prepared` throws.
  public static func url(
    _ path: String, prepared: @escaping @Sendable (any Database) async throws -> Void
  ) async throws -> String {
    switch try await template(prepared).value {
    case .file(let bytes):
      try bytes.write(to: URL(fileURLWithPath: path))
      return try url(path)
    #if Postgres
      case .database(let name):
        let cluster = try PostgresCluster.shared.get()
        return cluster.url(try cluster.database(for: path, copiedFrom: name)) + patience
    #endif
    }
  }

  /// What is copied.
  private enum Template: Sendable {
    /// The bytes of a file of SQLite's.
    case file(Data)
    #if Postgres
      /// The name of a database in the cluster.
      case database(String)
    #endif
  }

  private static let template = Locked<Task<Template, any Error>?>(nil)

  /// What is copied, made by whoever comes first.
  private static func template(
    _ prepare: @escaping @Sendable (any Database) async throws -> Void
  ) -> Task<Template, any Error> {
    template.withLock { known in
      if let known { return known }
      let made = Task {
        #if Postgres
          if isPostgres { return try await databaseTemplate(prepare) }
        #endif
        return try await fileTemplate(prepare)
      }
      known = made
      return made
    }
  }

  private static func fileTemplate(
    _ prepare: @Sendable (any Database) async throws -> Void
  ) async throws -> Template {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("beckon-template-\(UUID().uuidString).db")
    defer { try? FileManager.default.removeItem(at: file) }
    let database = try SQLiteDatabase(.init(path: file.path))
    try await prepare(database)
    await database.close()
    return .file(try Data(contentsOf: file))
  }

  #if Postgres
    private static let patience = "&connect_timeout=60"

    private static func databaseTemplate(
      _ prepare: @Sendable (any Database) async throws -> Void
    ) async throws -> Template {
      let cluster = try PostgresCluster.shared.get()
      let name = try cluster.database(for: "template")
      let database = try PostgresDatabase(patient(cluster.url(name) + patience))
      try await prepare(database)
      await database.close()
      return .database(name)
    }
  #endif

  /// Takes away what `url` has made in place of a file; the file itself is its folder's to remove.
  /// - Throws: `PostgresCluster.Failure`.
  public static func remove(_ path: String) throws {
    #if Postgres
      if isPostgres { try PostgresCluster.shared.get().removeDatabase(for: path) }
    #endif
  }

  /// Opens what `url` has named; the schema is left as it is.
  /// - Throws: `DatabaseError`, `Unknown`.
  public static func open(_ url: String) throws -> any Database {
    let file = "sqlite:"
    if url.hasPrefix(file) {
      return try SQLiteDatabase(.init(path: String(url.dropFirst(file.count))))
    }
    #if Postgres
      return try PostgresDatabase(patient(url))
    #else
      throw Unknown(description: "built without PostgreSQL")
    #endif
  }

  #if Postgres
    /// A database that waits a minute before it gives a server up: a busy machine must not fail a
    /// test of something else.
    public static func patient(_ url: String) -> PostgresSettings {
      var settings = PostgresSettings(url: url)
      settings.statementTimeoutMilliseconds = 60_000
      settings.lockTimeoutMilliseconds = 60_000
      settings.idleTransactionMilliseconds = 600_000
      settings.answerTimeoutMilliseconds = 90_000
      return settings
    }
  #endif
}
