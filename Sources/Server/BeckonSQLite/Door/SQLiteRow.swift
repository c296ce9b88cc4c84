import BeckonDatabase
import BeckonModel
import CBeckonSQLite

/// The row that a statement stands on.
struct SQLiteRow: Row {
  let statement: OpaquePointer

  func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
  }

  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement, Int32(column)) }

  func real(_ column: Int) -> Double { sqlite3_column_double(statement, Int32(column)) }

  func text(_ column: Int) -> String {
    // The pointer first: asking for it may convert the value, and so change the count.
    guard let start = sqlite3_column_text(statement, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func identifier(_ column: Int) -> Identifier {
    guard let start = sqlite3_column_blob(statement, Int32(column)),
      sqlite3_column_bytes(statement, Int32(column)) == 16
    else { return Identifier(high: 0, low: 0) }
    return Identifier(
      high: UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }
}
