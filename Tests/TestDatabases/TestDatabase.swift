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

  /// The same with the tables that a test begins with. On PostgreSQL they are made once and copied
  /// for each test, which is seven times as fast as making them; a file is left empty.
  /// - Parameter prepared: makes the tables in an empty database.
  /// - Throws: `Unknown`, `PostgresCluster.Failure`, what `prepared` throws.
  public static func url(
    _ path: String, prepared: @escaping @Sendable (any Database) async throws -> Void
  ) async throws -> String {
    #if Postgres
      if isPostgres {
        let cluster = try PostgresCluster.shared.get()
        let template = try await template(prepared).value
        return cluster.url(try cluster.database(for: path, copiedFrom: template)) + patience
      }
    #endif
    return try url(path)
  }

  #if Postgres
    private static let patience = "&connect_timeout=60"
    private static let template = Locked<Task<String, any Error>?>(nil)

    /// The database that is copied, made by whoever comes first.
    private static func template(
      _ prepare: @escaping @Sendable (any Database) async throws -> Void
    ) -> Task<String, any Error> {
      template.withLock { known in
        if let known { return known }
        let made = Task {
          let cluster = try PostgresCluster.shared.get()
          let name = try cluster.database(for: "template")
          let database = try PostgresDatabase(patient(cluster.url(name) + patience))
          try await prepare(database)
          await database.close()
          return name
        }
        known = made
        return made
      }
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
