import BeckonBasics
import TestDatabases

@testable import BeckonDatabase

/// A SQLite database that notes how it would look for the rows of every statement that is read.
final class PlannedDatabase: Database {
  /// A statement's way to its rows, and its text.
  struct Plan: Hashable {
    let line: String
    let statement: String
  }

  private let inner: any Database
  /// Whether plans are noted now.
  let isNoting = Locked(false)
  let plans = Locked<Set<Plan>>([])

  init(_ inner: any Database) { self.inner = inner }

  var gainsByGathering: Bool { inner.gainsByGathering }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value {
    try await inner.write { try body(PlannedConnection($0, self)) }
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value {
    try await inner.read { try body(PlannedConnection($0, self)) }
  }

  func outsideChanges() async throws -> Int64 { try await inner.outsideChanges() }
  func announcements(behind number: Int64) async -> [Announcement]? {
    await inner.announcements(behind: number)
  }
  func close() async { await inner.close() }

  fileprivate func note(_ sql: SQL, by connection: any Connection) throws {
    guard isNoting.withLock({ $0 }) else { return }
    let statement = try sql.text()
    let lines = try connection.rows("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
    plans.withLock { plans in
      for line in lines { plans.insert(Plan(line: line, statement: statement)) }
    }
  }
}

/// Has those statements noted that give rows.
private final class PlannedConnection: ForwardingConnection {
  let inner: any Connection
  private let database: PlannedDatabase

  init(_ inner: any Connection, _ database: PlannedDatabase) {
    (self.inner, self.database) = (inner, database)
  }

  func rows<Value>(
    _ sql: StaticString, _ parameters: [DatabaseValue], _ read: (any Row) throws -> Value
  ) throws -> [Value] {
    try database.note(SQL(numbered: SQL(stringLiteral: sql), parameters), by: inner)
    return try inner.rows(sql, parameters, read)
  }

  func rows<Value>(_ sql: SQL, _ read: (any Row) throws -> Value) throws -> [Value] {
    try database.note(sql, by: inner)
    return try inner.rows(sql, read)
  }
}
