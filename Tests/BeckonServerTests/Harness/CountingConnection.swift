import BeckonDatabase
import TestDatabases

/// Counts statements, and of them those that wait for an answer: across a network each of these is
/// a journey.
final class CountingConnection: ForwardingConnection {
  let inner: any Connection
  private(set) var count = 0
  private(set) var journeys = 0

  init(_ inner: any Connection) {
    self.inner = inner
  }

  func run(_ sql: StaticString, _ parameters: [DatabaseValue]) throws -> Int {
    count += 1
    journeys += 1
    return try inner.run(sql, parameters)
  }

  func rows<Value>(
    _ sql: StaticString, _ parameters: [DatabaseValue], _ read: (any Row) throws -> Value
  ) throws -> [Value] {
    count += 1
    journeys += 1
    return try inner.rows(sql, parameters, read)
  }

  func send(_ sql: StaticString, _ parameters: [DatabaseValue]) throws {
    count += 1
    try inner.send(sql, parameters)
  }

  func run(_ sql: SQL) throws -> Int {
    count += 1
    journeys += 1
    return try inner.run(sql)
  }

  func rows<Value>(_ sql: SQL, _ read: (any Row) throws -> Value) throws -> [Value] {
    count += 1
    journeys += 1
    return try inner.rows(sql, read)
  }

  func send(_ sql: SQL) throws {
    count += 1
    try inner.send(sql)
  }

  func insert(_ rows: [[DatabaseValue]], by insertion: Insertion) throws {
    count += 1
    try inner.insert(rows, by: insertion)
  }

  func insertNew(_ rows: [[DatabaseValue]], by insertion: Insertion) throws -> [Bool] {
    count += 1
    journeys += 1
    return try inner.insertNew(rows, by: insertion)
  }
}
