import BeckonDatabase
import BeckonModel
import CBeckonSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A prepared statement and the memory of its parameters.
///
/// Texts and ids are copied into `room`, which stays in place until the next use, so that SQLite
/// need not copy each of them into memory of its own.
final class SQLiteStatement {
  /// What running a statement does to the database.
  enum Effect {
    /// It reads.
    case none
    /// It changes rows, and SQLite counts them.
    case rows
    /// It changes the schema; no count tells.
    case schema
  }

  let pointer: OpaquePointer
  let sql: String
  let effect: Effect
  /// Whether only the driver may run it.
  let isReserved: Bool
  /// Whether it runs now. A second use in between needs a statement of its own.
  private(set) var isRunning = false
  private let parameterCount: Int
  private var room = UnsafeMutableRawPointer.allocate(byteCount: roomBytesMin, alignment: 8)
  private var roomBytes = roomBytesMin

  private static let roomBytesMin = 256
  /// More than this is given back after use.
  private static let roomBytesKeptMax = 65_536
  /// What only the driver may run: they would break the transaction that others share.
  private static let reserved: Set<String> = [
    "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "PRAGMA",
    "VACUUM",
  ]

  /// Prepares `sql` on `handle`.
  init(_ sql: String, handle: OpaquePointer) throws(DatabaseError) {
    let translation = try SQLTranslation(sqlite: sql)
    isReserved = Self.reserved.contains(translation.verb)
    pointer = try Self.prepare(translation.text, handle: handle, sql: sql)
    self.sql = sql
    parameterCount = Int(sqlite3_bind_parameter_count(pointer))
    effect =
      switch translation.verb {
      case _ where sqlite3_stmt_readonly(pointer) != 0: .none
      case "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH": .rows
      default: .schema
      }
  }

  deinit {
    sqlite3_finalize(pointer)
    room.deallocate()
  }

  private static func prepare(
    _ text: String, handle: OpaquePointer, sql: String
  ) throws(DatabaseError) -> OpaquePointer {
    var pointer: OpaquePointer?
    var text = text
    let (code, isWhole) = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          handle, characters.baseAddress, Int32(characters.count),
          UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, &tail)
        let read = characters.baseAddress.flatMap { start in tail.map { $0 - start } } ?? 0
        return (code, characters.dropFirst(read).allSatisfy { $0 <= 32 })
      }
    }
    guard code == SQLITE_OK else { throw SQLiteFault(code: code, handle: handle).error(sql: sql) }
    guard let pointer, isWhole else {
      sqlite3_finalize(pointer)
      throw .misuse("not exactly one statement: \(sql)")
    }
    return pointer
  }

  /// Binds the parameters and gives each row to `visit`; afterwards nothing of the use remains.
  func run(_ parameters: [DatabaseValue], _ visit: (SQLiteRow) throws -> Void) throws {
    isRunning = true
    defer { finish() }
    try bind(parameters)
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW: try visit(SQLiteRow(statement: pointer))
      case SQLITE_DONE: return
      case let code:
        throw SQLiteFault(code: code, handle: sqlite3_db_handle(pointer)).error(sql: sql)
      }
    }
  }

  private func finish() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
    if roomBytes > Self.roomBytesKeptMax { makeRoom(Self.roomBytesMin) }
    isRunning = false
  }

  private func bind(_ parameters: [DatabaseValue]) throws(DatabaseError) {
    guard parameters.count == parameterCount else {
      throw .misuse("\(parameters.count) parameters for \(parameterCount) places, in: \(sql)")
    }
    var bytes = 0
    for parameter in parameters { bytes += Self.bytes(parameter) }
    if bytes > roomBytes { makeRoom(max(bytes, roomBytes * 2)) }
    var free = room
    for index in parameters.indices {
      let code = try bind(parameters[index], at: Int32(index + 1), &free)
      guard code == SQLITE_OK else {
        throw SQLiteFault(code: code, handle: sqlite3_db_handle(pointer)).error(sql: sql)
      }
    }
  }

  private static func bytes(_ value: DatabaseValue) -> Int {
    switch value {
    case .null, .integer, .real: 0
    case .text(let text): text.utf8.count
    case .identifier: 16
    }
  }

  private func makeRoom(_ bytes: Int) {
    room.deallocate()
    room = .allocate(byteCount: bytes, alignment: 8)
    roomBytes = bytes
  }

  /// Binds one value. Its bytes go to `free`, which then moves behind them; there is room for all.
  /// The last argument of SQLite's calls is `SQLITE_STATIC`: the bytes stay where they are.
  private func bind(
    _ value: DatabaseValue, at place: Int32, _ free: inout UnsafeMutableRawPointer
  ) throws(DatabaseError) -> Int32 {
    switch value {
    case .null:
      return sqlite3_bind_null(pointer, place)
    case .integer(let integer):
      return sqlite3_bind_int64(pointer, place, integer)
    case .real(let real):
      guard !real.isNaN else { throw .misuse("not a number, in: \(sql)") }
      return sqlite3_bind_double(pointer, place, real)
    case .identifier(let identifier):
      let start = free
      start.storeBytes(of: identifier.high.bigEndian, as: UInt64.self)
      start.storeBytes(of: identifier.low.bigEndian, toByteOffset: 8, as: UInt64.self)
      free += 16
      return sqlite3_bind_blob(pointer, place, start, 16, nil)
    case .text(let text):
      let bytes = UnsafeMutableRawBufferPointer(start: free, count: text.utf8.count)
      bytes.copyBytes(from: text.utf8)
      guard memchr(free, 0, bytes.count) == nil else {
        throw .misuse("a text with NUL, in: \(sql)")
      }
      let start = free.assumingMemoryBound(to: CChar.self)
      free += bytes.count
      return sqlite3_bind_text64(
        pointer, place, start, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8))
    }
  }
}
