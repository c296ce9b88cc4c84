import BeckonDatabase
import CBeckonSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What SQLite reported: its result code and words, and the system call's error behind it.
struct SQLiteFault {
  /// The primary result code; an extended one carries more in its upper bits.
  let code: Int32
  /// SQLite's words. They name tables and columns, never values.
  let message: String
  /// `errno` of the call that failed, or 0.
  let systemError: Int32

  /// The last failure on `handle`.
  init(code: Int32, handle: OpaquePointer?) {
    self.code = code & 0xFF
    message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "SQLite ran out of memory"
    systemError = handle.map { beckon_sqlite_system_error($0) } ?? 0
  }

  /// The error for the caller. `sql` is shown with a fault of the program.
  func error(sql: String? = nil) -> DatabaseError {
    switch code {
    case SQLITE_FULL: .full
    case SQLITE_CONSTRAINT: .constraint(message)
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt(message)
    case SQLITE_BUSY, SQLITE_LOCKED:
      .unavailable("another program holds the database's write lock; try again when it is done")
    case SQLITE_IOERR where Self.disk.contains(systemError): .full
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      .unavailable("\(message) (\(Self.words(systemError))); look at the disk and its mount")
    case SQLITE_INTERRUPT: Interruption.error
    case SQLITE_NOMEM, SQLITE_PROTOCOL, SQLITE_SCHEMA: .unavailable(message)
    case SQLITE_PERM, SQLITE_AUTH: .unreadable(message)
    case SQLITE_READONLY: .unavailable("\(message); was the file moved or its disk made read-only?")
    default: .misuse(sql.map { "\(message), in: \($0)" } ?? message)
    }
  }

  /// What the system calls an error number.
  static func words(_ systemError: Int32) -> String { String(cString: strerror(systemError)) }

  /// SQLite itself knows only `ENOSPC`; a quota and a limit on a file's size are the same to us.
  private static let disk: [Int32] = [ENOSPC, EDQUOT, EFBIG]
}
