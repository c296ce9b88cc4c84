import BeckonDatabase
import CBeckonSQLite

/// One connection to the file, with its prepared statements. One thread at a time may use it; it
/// crosses from the thread that opens it to the one that serves it.
final class SQLiteConnection: Connection, @unchecked Sendable {
  /// What a connection is for.
  enum Role {
    case writer, reader
  }

  /// How much has been changed so far, rolled back or not: if it has not moved, nothing has
  /// happened.
  struct Mark: Equatable {
    let rows: Int64
    let schemas: Int
  }

  /// A way to insert, and whether rows that are there already are passed over.
  private struct InsertionKey: Hashable {
    let insertion: ObjectIdentifier
    let skips: Bool
  }

  private let handle: OpaquePointer
  let role: Role
  /// By the address of their text, which a `StaticString` keeps for ever.
  private var statements: [UnsafePointer<UInt8>: SQLiteStatement] = [:]
  private var composed: [SQL.Form: SQLiteStatement] = [:]
  private var insertions: [InsertionKey: (Insertion, SQLiteStatement)] = [:]
  /// With what makes their addresses, which must live as long.
  private var madeOnce: [ObjectIdentifier: (AnyObject, SQLiteStatement)] = [:]
  private var schemaChanges = 0
  /// The last failure of a statement in a transaction.
  private(set) var lastError: DatabaseError?
  /// When it comes, the statement that runs is broken off, and no other begins.
  var interruption: Interruption?

  /// Steps of SQLite's machine between two looks whether a read is broken off: some tenth of a
  /// millisecond.
  private static let stepsOfLook: Int32 = 10_000

  /// Takes over an open handle.
  init(_ handle: OpaquePointer, _ role: Role) {
    self.handle = handle
    self.role = role
    LowerCase.add(to: handle)
    guard role == .reader else { return }
    let look: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { connection in
      guard let connection else { return 0 }
      let reader = Unmanaged<SQLiteConnection>.fromOpaque(connection).takeUnretainedValue()
      return reader.interruption?.isThere == true ? 1 : 0
    }
    sqlite3_progress_handler(
      handle, Self.stepsOfLook, look, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Ends the connection; it must not be used again.
  func close() {
    statements = [:]
    composed = [:]
    insertions = [:]
    madeOnce = [:]
    sqlite3_close_v2(handle)
  }

  var mark: Mark { Mark(rows: sqlite3_total_changes64(handle), schemas: schemaChanges) }

  /// Whether a transaction is open. Some failures, a full disk among them, make SQLite end it.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  @discardableResult
  func run(_ sql: StaticString, _ parameters: [DatabaseValue]) throws -> Int {
    try run(parameters, try statement(sql, byDriver: false))
  }

  func rows<Value>(
    _ sql: StaticString, _ parameters: [DatabaseValue], _ read: (any Row) throws -> Value
  ) throws -> [Value] {
    try rows(parameters, try statement(sql, byDriver: false), read)
  }

  func send(_ sql: StaticString, _ parameters: [DatabaseValue]) throws {
    try run(sql, parameters)
  }

  @discardableResult
  func run(_ sql: SQL) throws -> Int {
    try run(sql.parameters, try statement(sql))
  }

  func rows<Value>(_ sql: SQL, _ read: (any Row) throws -> Value) throws -> [Value] {
    try rows(sql.parameters, try statement(sql), read)
  }

  func send(_ sql: SQL) throws { try run(sql) }

  func insert(_ rows: [[DatabaseValue]], by insertion: Insertion) throws {
    try insertion.check(rows)
    var known: SQLiteStatement?
    for row in rows {
      known = try perform(row, try known ?? statement(insertion, skips: false)) { _ in }
    }
  }

  func insertNew(_ rows: [[DatabaseValue]], by insertion: Insertion) throws -> [Bool] {
    guard !insertion.key.isEmpty else { throw DatabaseError.misuse("no key of \(insertion.table)") }
    try insertion.check(rows)
    var known: SQLiteStatement?
    return try rows.map { row in
      known = try perform(row, try known ?? statement(insertion, skips: true)) { _ in }
      return sqlite3_changes64(handle) > 0
    }
  }

  func rows<Value>(
    _ statement: BulkStatement, for parameters: [[DatabaseValue]],
    _ read: (any Row) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    for row in parameters {
      _ = try perform(row, try self.statement(statement)) { values.append(try read($0)) }
    }
    return values
  }

  @discardableResult
  func run(_ statement: BulkStatement, for parameters: [[DatabaseValue]]) throws -> Int {
    var count = 0
    for row in parameters { count += try run(row, try self.statement(statement)) }
    return count
  }

  func send(_ statement: BulkStatement, for parameters: [[DatabaseValue]]) throws {
    try run(statement, for: parameters)
  }

  func rows<Value>(
    _ statement: TableStatement, _ parameters: [DatabaseValue],
    _ read: (any Row) throws -> Value
  ) throws -> [Value] {
    try rows(parameters, try self.statement(statement), read)
  }

  @discardableResult
  func run(_ statement: TableStatement) throws -> Int {
    _ = try perform([], try self.statement(statement)) { _ in }
    return Int(sqlite3_changes64(handle))
  }

  /// SQLite keeps the last number of each table as a row, from the first insertion on.
  func continueNumbers(of table: Insertion, behind number: Int64) throws {
    let row: [DatabaseValue] = [.text("\(table.table)"), .integer(number)]
    let known = try run("UPDATE sqlite_sequence SET seq = max(seq, $2) WHERE name = $1", row)
    if known == 0 { try run("INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)", row) }
  }

  /// `PRAGMA data_version` tells the others of every commit.
  func announce(_ change: Announcement?) {}

  /// Runs a statement that begins, ends or divides the transaction, or asks about the database.
  func control(_ sql: StaticString) throws(DatabaseError) {
    do {
      try statement(sql, byDriver: true).run([]) { _ in }
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw .misuse("\(error), in: \(sql)")
    }
  }

  /// Ends the transaction, if one is open, and takes back what it did.
  func rollback() {
    guard isInTransaction else { return }
    // If it fails, SQLite has ended the transaction by itself.
    try? control("ROLLBACK")
  }

  /// A number that moves only when another connection has committed, here or in another program.
  func dataVersion() throws -> Int64 {
    var version: Int64 = 0
    try statement("PRAGMA data_version", byDriver: true).run([]) { version = $0.integer(0) }
    return version
  }

  /// What SQLite finds wrong with the file, at most so much as a person wants to read.
  func integrityProblems() throws -> [String] {
    var lines: [String] = []
    try statement("PRAGMA quick_check(3)", byDriver: true).run([]) { lines.append($0.text(0)) }
    return lines == ["ok"] ? [] : lines
  }

  /// Writes a copy of the database, as it is now, into an empty file. Others may write meanwhile.
  /// Outside any transaction.
  func vacuum(into path: String) throws {
    try SQLiteStatement("VACUUM INTO $1", handle: handle).run([.text(path)]) { _ in }
  }

  /// Writes the log into the file and works without one from now on.
  func endLog() throws {
    var mode = ""
    try statement("PRAGMA journal_mode=DELETE", byDriver: true).run([]) { mode = $0.text(0) }
    guard mode == "delete" else { throw DatabaseError.unavailable("somebody has the file open") }
  }

  private func run(
    _ parameters: [DatabaseValue], _ prepare: @autoclosure () throws -> SQLiteStatement
  ) throws -> Int {
    let statement = try perform(parameters, prepare()) { _ in }
    return statement.effect == .rows ? Int(sqlite3_changes64(handle)) : 0
  }

  private func rows<Value>(
    _ parameters: [DatabaseValue], _ prepare: @autoclosure () throws -> SQLiteStatement,
    _ read: (any Row) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    _ = try perform(parameters, try prepare()) { values.append(try read($0)) }
    return values
  }

  private func perform(
    _ parameters: [DatabaseValue], _ prepare: @autoclosure () throws -> SQLiteStatement,
    _ visit: (SQLiteRow) throws -> Void
  ) throws -> SQLiteStatement {
    // A body that goes on after SQLite has ended the transaction must not store anything outside
    // one.
    guard isInTransaction else {
      throw lastError ?? .misuse("a connection was used outside its transaction")
    }
    if interruption?.isThere == true { throw Interruption.error }
    do {
      let statement = try prepare()
      if statement.effect == .schema { schemaChanges += 1 }
      try statement.run(parameters, visit)
      return statement
    } catch let error as DatabaseError {
      lastError = error
      throw error
    }
  }

  private func statement(
    _ sql: StaticString, byDriver: Bool
  ) throws(DatabaseError) -> SQLiteStatement {
    guard sql.hasPointerRepresentation else { throw .misuse("a statement of one character") }
    let known = statements[sql.utf8Start]
    let statement =
      if let known, !known.isRunning { known } else {
        try SQLiteStatement(sql.description, handle: handle)
      }
    // The driver's own statements too are found by an address, which equal texts share.
    if !byDriver { try permit(statement) }
    if known == nil { statements[sql.utf8Start] = statement }
    return statement
  }

  private func statement(_ sql: SQL) throws(DatabaseError) -> SQLiteStatement {
    let form = sql.form
    let known = composed[form]
    if let known, !known.isRunning { return known }
    let statement = try SQLiteStatement(try sql.text(), handle: handle)
    try permit(statement)
    if known == nil { composed[form] = statement }
    return statement
  }

  private func statement(
    _ insertion: Insertion, skips: Bool
  ) throws(DatabaseError) -> SQLiteStatement {
    let key = InsertionKey(insertion: ObjectIdentifier(insertion), skips: skips)
    if let known = insertions[key]?.1 { return known }
    let places = insertion.columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let sql = "\(insertion.head) VALUES (\(places))" + (skips ? " ON CONFLICT DO NOTHING" : "")
    let statement = try SQLiteStatement(sql, handle: handle)
    try permit(statement)
    insertions[key] = (insertion, statement)
    return statement
  }

  private func statement(_ bulk: BulkStatement) throws(DatabaseError) -> SQLiteStatement {
    try statement(of: bulk) { () throws(DatabaseError) in try bulk.sql.text() }
  }

  private func statement(_ table: TableStatement) throws(DatabaseError) -> SQLiteStatement {
    try statement(of: table) { table.sql }
  }

  private func statement(
    of origin: AnyObject, _ text: () throws(DatabaseError) -> String
  ) throws(DatabaseError) -> SQLiteStatement {
    let key = ObjectIdentifier(origin)
    let known = madeOnce[key]?.1
    if let known, !known.isRunning { return known }
    let statement = try SQLiteStatement(try text(), handle: handle)
    try permit(statement)
    if known == nil { madeOnce[key] = (origin, statement) }
    return statement
  }

  private func permit(_ statement: SQLiteStatement) throws(DatabaseError) {
    guard !statement.isReserved else {
      throw .misuse("only the driver may run: \(statement.sql)")
    }
    guard role == .writer || statement.effect == .none else {
      throw .misuse("a read must not change anything, in: \(statement.sql)")
    }
  }
}
