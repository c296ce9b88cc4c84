import BeckonDatabase

/// A connection that passes everything on to another; who implements it says what it does beside.
/// Bulk statements come row by row, as statements of their own.
package protocol ForwardingConnection: Connection {
  /// To which everything is passed on.
  var inner: any Connection { get }
}

extension ForwardingConnection {
  package var lane: Int { inner.lane }

  package func run(_ sql: StaticString, _ parameters: [DatabaseValue]) throws -> Int {
    try inner.run(sql, parameters)
  }

  package func rows<Value>(
    _ sql: StaticString, _ parameters: [DatabaseValue], _ read: (any Row) throws -> Value
  ) throws -> [Value] { try inner.rows(sql, parameters, read) }

  package func send(_ sql: StaticString, _ parameters: [DatabaseValue]) throws {
    try inner.send(sql, parameters)
  }

  package func run(_ sql: SQL) throws -> Int { try inner.run(sql) }

  package func rows<Value>(_ sql: SQL, _ read: (any Row) throws -> Value) throws -> [Value] {
    try inner.rows(sql, read)
  }

  package func send(_ sql: SQL) throws { try inner.send(sql) }

  package func insert(_ rows: [[DatabaseValue]], by insertion: Insertion) throws {
    try inner.insert(rows, by: insertion)
  }

  package func insertNew(_ rows: [[DatabaseValue]], by insertion: Insertion) throws -> [Bool] {
    try inner.insertNew(rows, by: insertion)
  }

  package func rows<Value>(
    _ statement: TableStatement, _ parameters: [DatabaseValue],
    _ read: (any Row) throws -> Value
  ) throws -> [Value] { try inner.rows(statement, parameters, read) }

  package func run(_ statement: TableStatement) throws -> Int { try inner.run(statement) }

  package func continueNumbers(of table: Insertion, behind number: Int64) throws {
    try inner.continueNumbers(of: table, behind: number)
  }

  package func announce(_ change: Announcement?) throws { try inner.announce(change) }
}
