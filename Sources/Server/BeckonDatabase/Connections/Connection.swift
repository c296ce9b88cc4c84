/// One transaction's view of the database. Not to be kept or shared.
///
/// SQL is the standard's, with `$1` for parameters, so that it runs on both databases; where they
/// must differ stands a named piece in braces, which each driver replaces (`SQLPiece`). It is a
/// `StaticString`, or `SQL` that is put together from such, so that no text from outside can become
/// SQL, and so that a prepared statement is found by its address.
public protocol Connection {
  /// Tells connections that write at the same time apart: what many write to can be split by it. A
  /// number of any size, 0 where only one writes; two connections may have the same.
  var lane: Int { get }

  /// Runs a statement and gives the number of rows that it changed.
  /// - Throws: `DatabaseError`.
  @discardableResult
  func run(_ sql: StaticString, _ parameters: [DatabaseValue]) throws -> Int

  /// Runs a statement and gives each row to `read`, in order.
  /// - Throws: `DatabaseError`, or what `read` throws.
  func rows<Value>(
    _ sql: StaticString, _ parameters: [DatabaseValue], _ read: (any Row) throws -> Value
  ) throws -> [Value]

  /// Runs a statement of which nobody asks how many rows it changed. It may be on its way until the
  /// next statement that has an answer, or the commit; its failure is then thrown there. This saves
  /// the time to a distant database and back.
  /// - Throws: `DatabaseError`.
  func send(_ sql: StaticString, _ parameters: [DatabaseValue]) throws

  /// Runs a statement that holds its parameters and gives the number of rows that it changed.
  /// - Throws: `DatabaseError`.
  @discardableResult
  func run(_ sql: SQL) throws -> Int

  /// Runs a statement that holds its parameters and gives each row to `read`, in order.
  /// - Throws: `DatabaseError`, or what `read` throws.
  func rows<Value>(_ sql: SQL, _ read: (any Row) throws -> Value) throws -> [Value]

  /// Runs a statement that holds its parameters and of which nobody asks how many rows it changed.
  /// - Throws: `DatabaseError`.
  func send(_ sql: SQL) throws

  /// Inserts rows, in as few statements as the database allows. Its failure, such as a key that is
  /// there already, may be thrown as late as that of `send`.
  /// - Throws: `DatabaseError`.
  func insert(_ rows: [[DatabaseValue]], by insertion: Insertion) throws

  /// Inserts the rows whose key is not there yet, and says for each row whether it was new. Of rows
  /// with one key, the first is.
  /// - Throws: `DatabaseError`; `.misuse` when `insertion` has no key.
  func insertNew(_ rows: [[DatabaseValue]], by insertion: Insertion) throws -> [Bool]

  /// Runs a `SELECT` for many rows of parameters, in as few statements as the database allows, and
  /// gives each row that it finds to `read`.
  /// - Throws: `DatabaseError`, or what `read` throws.
  func rows<Value>(
    _ statement: BulkStatement, for parameters: [[DatabaseValue]],
    _ read: (any Row) throws -> Value
  ) throws -> [Value]

  /// Runs a statement that changes something for many rows of parameters, in as few statements as
  /// the database allows, and gives the number of rows that all of them changed.
  /// - Throws: `DatabaseError`.
  @discardableResult
  func run(_ statement: BulkStatement, for parameters: [[DatabaseValue]]) throws -> Int

  /// The same when nobody asks how many rows it changed; like `send` it may be on its way for a
  /// while.
  /// - Throws: `DatabaseError`.
  func send(_ statement: BulkStatement, for parameters: [[DatabaseValue]]) throws

  /// Runs a statement about a table and gives each row to `read`, in order.
  /// - Throws: `DatabaseError`, or what `read` throws.
  func rows<Value>(
    _ statement: TableStatement, _ parameters: [DatabaseValue],
    _ read: (any Row) throws -> Value
  ) throws -> [Value]

  /// Runs a statement that changes a table, and gives the number of rows that it changed.
  /// - Throws: `DatabaseError`.
  @discardableResult
  func run(_ statement: TableStatement) throws -> Int

  /// Makes the numbers that a table gives its own rows (`{sequence}`, `{position …}`), the first
  /// column of its key, go on behind `number`, unless they are beyond it already.
  /// - Throws: `DatabaseError`.
  func continueNumbers(of table: Insertion, behind number: Int64) throws

  /// Tells the other servers, when this transaction commits, what has changed of what they keep in
  /// memory; `nil` for all of it. Their `outsideChanges` then move.
  /// - Throws: `DatabaseError`.
  func announce(_ change: Announcement?) throws
}

extension Connection {
  /// Tells the other servers that anything may have changed.
  /// - Throws: `DatabaseError`.
  public func announce() throws { try announce(nil) }

  /// As if nobody else wrote.
  public var lane: Int { 0 }

  /// The first row, if there is one.
  public func first<Value>(
    _ sql: StaticString, _ parameters: [DatabaseValue], _ read: (any Row) throws -> Value
  ) throws -> Value? {
    try rows(sql, parameters, read).first
  }

  /// The first row, if there is one.
  public func first<Value>(_ sql: SQL, _ read: (any Row) throws -> Value) throws -> Value? {
    try rows(sql, read).first
  }

  /// One after the other.
  public func rows<Value>(
    _ statement: BulkStatement, for parameters: [[DatabaseValue]],
    _ read: (any Row) throws -> Value
  ) throws -> [Value] {
    try parameters.flatMap { try rows(SQL(numbered: statement.sql, $0), read) }
  }

  /// One after the other.
  @discardableResult
  public func run(
    _ statement: BulkStatement, for parameters: [[DatabaseValue]]
  ) throws -> Int {
    try parameters.reduce(0) { try $0 + run(SQL(numbered: statement.sql, $1)) }
  }

  /// One after the other.
  public func send(_ statement: BulkStatement, for parameters: [[DatabaseValue]]) throws {
    for row in parameters { try send(SQL(numbered: statement.sql, row)) }
  }
}
