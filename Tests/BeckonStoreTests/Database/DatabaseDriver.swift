import BeckonDatabase
import BeckonSQLite
import TestDatabases
import Testing

#if Postgres
  import BeckonPostgres
#endif

/// A way to open a database; the behaviour tests run with each.
struct DatabaseDriver: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Opens the database of a directory; a second call opens the same one again.
  let open: @Sendable (TemporaryDirectory) throws -> any Database

  static let sqlite = DatabaseDriver(testDescription: "SQLite") {
    try SQLiteDatabase(.init(path: $0.file("beckon.db")))
  }

  #if Postgres
    static let postgres = DatabaseDriver(testDescription: "PostgreSQL") {
      let cluster = try PostgresCluster.shared.get()
      return try PostgresDatabase(
        TestDatabase.patient(cluster.url(try cluster.database(for: $0.path))))
    }
    static let all = [sqlite, postgres]
  #else
    static let all = [sqlite]
  #endif

  /// Opens an empty database, makes `tables`, runs `body` and closes it.
  func with(_ tables: [StaticString], _ body: (any Database) async throws -> Void) async throws {
    let directory = try TemporaryDirectory()
    let database = try open(directory)
    try await database.write { connection in
      for table in tables { try connection.run(table, []) }
    }
    try await body(database)
    await database.close()
  }
}

/// The behaviour that every `Database` has. Its tests stand in extensions, a topic each.
@Suite struct DatabaseTests {
  static let numbers: StaticString = "CREATE TABLE numbers (value BIGINT PRIMARY KEY)"

  /// A failure of a body that is not the database's.
  struct Refusal: Error, Equatable {}

  static func insert(_ number: Int, _ connection: any Connection) throws {
    try connection.run("INSERT INTO numbers (value) VALUES ($1)", [.integer(Int64(number))])
  }

  static func numbers(_ database: any Database) async throws -> [Int] {
    try await database.read { try numbers($0) }
  }

  static func numbers(_ connection: any Connection) throws -> [Int] {
    try connection.rows("SELECT value FROM numbers ORDER BY value", []) { Int($0.integer(0)) }
  }
}
