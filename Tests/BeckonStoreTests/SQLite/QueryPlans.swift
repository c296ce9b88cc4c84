import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import CBeckonSQLite
import TestDatabases
import Testing

@testable import BeckonSQLite

/// How SQLite plans statements.
enum QueryPlans {
  static let now = Instant(milliseconds: 1_780_000_000_000)
  /// Tables that grow with use.
  private static let large: Set = [
    "clicks", "click_networks", "facts", "fact_ids", "people", "identities", "installs",
    "decisions", "referrals",
    "conversions", "transfers", "balances", "links", "tokens", "outcomes", "idempotency",
    "idempotency_people", "postbacks", "conversion_values", "apple_ads_tokens", "payments",
    "store_transactions", "store_notices", "feed", "webhook_deliveries",
  ]

  /// Runs `body` on a new database and gives the plan's lines of every statement in it.
  static func of(
    _ body: @escaping @Sendable (Scope) throws -> Void
  ) async throws -> [String] {
    let directory = try TemporaryDirectory()
    let path = directory.file("beckon.db")
    let database = try SQLiteDatabase(.init(path: path))
    let app = try await database.write { connection -> AppContext? in
      _ = try Migrator.migrate(connection, migrations: Migration.all, now: now)
      let id = try Accounts(connection).createApp(name: "Test", ambient: .system)
      let number = try Accounts(connection).number(of: id) ?? 0
      return try Accounts.context(of: number, connection)
    }
    let context = try #require(app)
    let plans = try await database.write { connection -> [String] in
      let explaining = try ExplainingConnection(connection, path: path)
      try body(
        Scope(connection: explaining, app: context, now: now, ambient: .system))
      return explaining.plans
    }
    await database.close()
    return plans
  }

  /// By the tenant alone is a walk too: most installations have one app. Answers without marks are
  /// those of an older program, and gone after two days.
  static func walks(in plans: [String]) -> [String] {
    plans.filter { !$0.contains("INDEX idempotency_unmarked ") }.filter { plan in
      let table = plan.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      return large.contains(table) && (plan.hasPrefix("SCAN") || plan.hasSuffix("(app=?)"))
    }
  }
}

/// Notes how SQLite would look for the rows of statements.
final class ExplainingConnection: ForwardingConnection {
  private(set) var plans: [String] = []
  let inner: any Connection
  private var handle: OpaquePointer?

  init(_ connection: any Connection, path: String) throws {
    inner = connection
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      throw DatabaseError.unreadable(path)
    }
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: StaticString, _ parameters: [DatabaseValue]) throws -> Int {
    try explain(sql)
    return try inner.run(sql, parameters)
  }

  func rows<Value>(
    _ sql: StaticString, _ parameters: [DatabaseValue], _ read: (any Row) throws -> Value
  ) throws -> [Value] {
    try explain(sql)
    return try inner.rows(sql, parameters, read)
  }

  func send(_ sql: StaticString, _ parameters: [DatabaseValue]) throws {
    try explain(sql)
    try inner.send(sql, parameters)
  }

  func run(_ sql: SQL) throws -> Int {
    try explain(sql)
    return try inner.run(sql)
  }

  func rows<Value>(_ sql: SQL, _ read: (any Row) throws -> Value) throws -> [Value] {
    try explain(sql)
    return try inner.rows(sql, read)
  }

  func send(_ sql: SQL) throws {
    try explain(sql)
    try inner.send(sql)
  }

  private func explain(_ sql: StaticString) throws { try explain(SQL(stringLiteral: sql)) }

  private func explain(_ sql: SQL) throws {
    var statement: OpaquePointer?
    let text = "EXPLAIN QUERY PLAN " + (try SQLTranslation(sqlite: sql.text()).text)
    guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK else {
      throw DatabaseError.misuse(String(cString: sqlite3_errmsg(handle)))
    }
    defer { sqlite3_finalize(statement) }
    while sqlite3_step(statement) == SQLITE_ROW {
      if let detail = sqlite3_column_text(statement, 3) { plans.append(String(cString: detail)) }
    }
  }
}
