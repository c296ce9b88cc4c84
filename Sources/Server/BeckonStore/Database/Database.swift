/// A database that answers a write only when it is on disk. SQLite and PostgreSQL implement it;
/// every feature's SQL is written once, against `Connection`.
public protocol Database: Sendable {
  /// Runs `body` in a transaction of its own and answers after commit and fsync. Writes that wait
  /// at the same time may share one commit; a failing one harms none of the others. `body` may be
  /// run more than once, so it must do nothing but use the connection.
  /// - Throws: what `body` throws, or `DatabaseError`; then nothing of it is stored.
  @discardableResult
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value

  /// Runs `body`, which must only read, on one consistent snapshot that holds at least every write
  /// that was answered before the call.
  /// - Throws: what `body` throws, or `DatabaseError`.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value

  /// A number that moves when another program has committed to this database, or another `Database`
  /// open on it; this one's own writes leave it alone. Caches are dropped when it differs from the
  /// last one seen. Numbers of two `Database`s, or of two runs, cannot be compared. It takes its
  /// turn among the writes, so poll it now and then, not once a request.
  /// - Throws: `DatabaseError`.
  func outsideChanges() async throws -> Int64

  /// Finishes the writes that wait, then closes. Later calls throw `DatabaseError.closed`.
  func close() async
}

/// One transaction's view of the database. Not to be kept or shared.
///
/// SQL is the standard's, with `$1` for parameters, so that it runs on both databases; where they
/// must differ stands a named piece in braces, which each driver replaces (`SQLPiece`). It is a
/// `StaticString`, so that no text from outside can become SQL, and so that a prepared statement is
/// found by its address.
public protocol Connection {
  /// Runs a statement and gives the number of rows that it changed.
  /// - Throws: `DatabaseError`.
  @discardableResult
  func run(_ sql: StaticString, _ parameters: [DatabaseValue]) throws -> Int

  /// Runs a statement and gives each row to `read`, in order.
  /// - Throws: `DatabaseError`, or what `read` throws.
  func rows<Value>(
    _ sql: StaticString, _ parameters: [DatabaseValue], _ read: (any Row) throws -> Value
  ) throws -> [Value]
}

extension Connection {
  /// Runs a statement without parameters.
  @discardableResult
  public func run(_ sql: StaticString) throws -> Int { try run(sql, []) }

  /// The first row, if there is one.
  public func first<Value>(
    _ sql: StaticString, _ parameters: [DatabaseValue], _ read: (any Row) throws -> Value
  ) throws -> Value? {
    try rows(sql, parameters, read).first
  }
}
