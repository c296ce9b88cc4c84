import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonSQLite
import BeckonStore
import ChildProcess
import Foundation

#if Postgres
  import BeckonPostgres
#endif

/// A folder for one benchmark and a database with an app of its own: a new file in the folder, or
/// the server that was named. The folder is removed when done.
final class Workshop: Sendable {
  let folder: URL
  let publishableKey: String
  let secretKey: String
  let app: AppContext
  /// As `beckon serve --database` takes it.
  let databaseURL: String

  var databasePath: String { file("beckon.db") }

  /// Makes the folder and the app, and lets `fill` put into the database what the benchmark needs.
  /// - Parameter server: URL of a PostgreSQL database; `nil` for a SQLite file.
  init(
    on server: String? = nil,
    _ fill: @Sendable (any Database, AppContext) async throws -> Void = { _, _ in }
  ) async throws {
    folder = try Self.makeFolder()
    databaseURL = server ?? "sqlite:" + folder.appendingPathComponent("beckon.db").path
    let database = try Self.open(databaseURL)
    let made = try await database.write { connection in
      _ = try Migrator.migrate(connection, migrations: Migration.all, now: Ambient.system.now())
      try Partitions.makeAhead(connection, now: Ambient.system.now())
      let accounts = Accounts(connection)
      let app = try accounts.createApp(name: "Bench", ambient: .system)
      let keys = try [KeyKind.publishable, .secret].map {
        try accounts.createKey($0, app: app, ambient: .system)?.key ?? ""
      }
      let number = try accounts.number(of: app) ?? 0
      return (keys: keys, context: try Accounts.context(of: number, connection))
    }
    guard let context = made.context else { throw BenchError("the app is not there") }
    (publishableKey, secretKey, app) = (made.keys[0], made.keys[1], context)
    try await fill(database, context)
    try await Self.count(database, context)
    try await Self.follow(database)
    await database.close()
    // As pgbench does with its own tables: autovacuum would get to it within a minute.
    if let server { _ = try Command.output(of: "psql", ["-qc", "VACUUM ANALYZE", server]) }
  }

  /// Counts by day what `fill` stored: a server does it once after it starts, and no request that
  /// is measured shall pay for it.
  private static func count(_ database: any Database, _ app: AppContext) async throws {
    while try await !database.read({ try DailyFill($0).waiting().isEmpty }) {
      try await database.write { connection in
        let scope = Scope(
          connection: connection, app: app, now: Ambient.system.now(), ambient: .system)
        _ = try DailyFill(connection).run(scope)
      }
    }
  }

  /// Does what a server that has run for a while has done: it has rolled up the clicks that `fill`
  /// stored, sorted them into runs, and deleted what all have followed. Otherwise a third of the
  /// measured time went into that.
  private static func follow(_ database: any Database) async throws {
    while try await database.write({ connection in
      try ClickRollUp(connection) { try Accounts.context(of: $0, connection) }.run()
    }) > 0 {}
    try await sort(database)
    try await database.write { connection in
      _ = try connection.run("DELETE FROM feed WHERE seq < (SELECT MAX(seq) FROM feed)", [])
    }
  }

  private static func sort(_ database: any Database) async throws {
    let recent = RecentClicks()
    while true {
      let isMore = try await database.read { try recent.learn($0) }
      guard let run = recent.nextRun(at: Ambient.system.now()) else {
        guard isMore else { return }
        continue
      }
      for slice in run.slices() {
        _ = try await database.write { try ClickRuns($0).add(slice, of: run) }
      }
      _ = try await database.write { try ClickRuns($0).finish(run) }
    }
  }

  /// The database once more.
  func open() throws -> any Database { try Self.open(databaseURL) }

  private static func open(_ url: String) throws -> any Database {
    #if Postgres
      if url.hasPrefix("postgres") {
        return try PostgresDatabase(PostgresSettings(url: url))
      }
    #endif
    return try SQLiteDatabase(
      SQLiteSettings(path: String(url.dropFirst("sqlite:".count))))
  }

  /// A new folder, among the temporary ones.
  static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(Ambient.system.secret(prefix: "beckon-bench"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Where `beckon` is: built beside this program.
  static var program: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("beckon").path
  }

  /// The real server on the database.
  /// - Parameter flags: more flags of `beckon serve`.
  func serve(_ flags: [String] = []) throws -> ServerProcess {
    try ServerProcess(
      program: Self.program, database: databaseURL, log: file("server.log"),
      flags: ["--rate-limit-key", "1000000000"] + flags,
      // As script/lib/beckon.service runs it.
      environment: ["GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"])
  }

  /// How long a file in the folder is.
  func bytes(of name: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file(name))
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file into the folder and gives its path.
  func write(_ text: String, to name: String) throws -> String {
    let path = file(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }
}

/// Why there is no figure, or why those that there are will not do.
struct BenchError: Error, CustomStringConvertible {
  let description: String
  /// Whether the command line is wrong.
  let isUsage: Bool
  /// What was measured, and is told all the same.
  let figures: JSON?

  init(_ description: String, isUsage: Bool = false, figures: JSON? = nil) {
    (self.description, self.isUsage, self.figures) = (description, isUsage, figures)
  }
}
