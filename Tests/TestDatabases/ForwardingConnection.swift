import BeckonDatabase

/// A connection that passes everything on to another; who implements it says what it does beside.
/// Bulk statements come row by row, as statements of their own.
public protocol ForwardingConnection: Connection {
  /// To which everything is passed on.
  var inner: any Connection { get }
}

extension ForwardingConnection {
  public var lane: Int { inner.lane }

  public func run(_ sql: StaticString, _ parameters: [DatabaseValue]) throws -> Int {
    try inner.run(sql, parameters)
  }

  public func rows<Value>(
    _ sql: StaticString, _ parameters: [DatabaseValue], _ read: (any Row) throws -> Value
  ) throws -> [Value] { try inner.rows(sql, parameters, read) }

  public func send(_ sql: StaticString, _ parameters: [DatabaseValue]) throws {
    try inner.send(sql, parameters)
  }

  public func run(_ sql: SQL) throws -> Int { try inner.run(sql) }

  public func rows<Value>(_ sql: SQL, _ read: (any Row) throws -> Value) throws -> [Value] {
    try inner.rows(sql, read)
  }

  public func send(_ sql: SQL) throws { try inner.send(sql) }

  public func insert(_ rows: [[DatabaseValue]], by insertion: Insertion) throws {
    try inner.insert(rows, by: insertion)
  }

  public func insertNew(_ rows: [[DatabaseValue]], by insertion: Insertion) throws -> [Bool] {
    try inner.insertNew(rows, by: insertion)
  }

  public func rows<Value>(
    _ statement: TableStatement, _ parameters: [DatabaseValue],
    _ read: (any Row) throws -> Value
  ) throws -> [Value] { try inner.rows(statement, parameters, read) }

  public func run(_ statement: TableStatement) throws -> Int { try inner.run(statement) }

  public func continueNumbers(of table: Insertion, behind number: Int64) throws {
    try inner.continueNumbers(of: table, behind: number)
  }

  public func announce(_ change: Announcement?) throws { try inner.announce(change) }
}
