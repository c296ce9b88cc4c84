import BeckonBasics
import BeckonDatabase
import CBeckonSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The database's file: makes it when it is missing, opens connections to it, and says in plain
/// words why it cannot be opened.
struct SQLiteFile {
  private let settings: SQLiteSettings
  /// Its path, in a form that SQLite takes for nothing else.
  let path: String

  /// Makes the file if it is missing, readable for its owner only: it holds personal data. SQLite
  /// gives the files beside it the same rights.
  init(_ settings: SQLiteSettings) throws(DatabaseError) {
    self.settings = settings
    // SQLite would take these two for an option string and for a database in memory.
    path =
      settings.path.hasPrefix("file:") || settings.path.hasPrefix(":")
      ? "./" + settings.path : settings.path
    guard !path.isEmpty else { throw .unreadable("the database has no path; give sqlite:PATH") }
    try create()
  }

  private func create() throws(DatabaseError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw .unreadable("\(path) is a directory; name a file in it")
      }
      return
    }
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw .unreadable(Self.advice(path, errno))
    }
  }

  private static func advice(_ path: String, _ systemError: Int32) -> String {
    let remedy =
      switch systemError {
      case ENOENT, ENOTDIR: "make its directory first"
      case EACCES, EPERM: "give this user the right to write there, or choose another path"
      case EROFS: "its disk is mounted read-only"
      case ENOSPC, EDQUOT: "make room on its disk"
      case EMFILE, ENFILE: "too many files are open; raise ulimit -n"
      default: "choose another path"
      }
    return "\(path) cannot be opened (\(SQLiteFault.words(systemError))): \(remedy)"
  }

  /// Opens a connection and sets it up.
  func connect(_ role: SQLiteConnection.Role) throws(DatabaseError) -> SQLiteConnection {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(
      path, &handle, flags, GatheredLog.isRegistered ? GatheredLog.name : nil)
    do throws(DatabaseError) {
      guard code == SQLITE_OK, let handle else {
        throw refusal(SQLiteFault(code: code, handle: handle))
      }
      // Without the right to write, SQLite opens the file for reading and says nothing.
      guard sqlite3_db_readonly(handle, "main") == 0 else {
        throw .unreadable(Self.advice(path, EACCES))
      }
      try prepare(handle, role)
      return SQLiteConnection(handle, role)
    } catch {
      sqlite3_close_v2(handle)
      throw error
    }
  }

  private func prepare(
    _ handle: OpaquePointer, _ role: SQLiteConnection.Role
  ) throws(DatabaseError) {
    let timeoutMilliseconds = Int32(clamping: max(0, settings.busyTimeoutMilliseconds))
    let deadline = MonotonicClock.nanoseconds() + UInt64(timeoutMilliseconds) * 1_000_000
    sqlite3_busy_timeout(handle, timeoutMilliseconds)
    for pragma in pragmas(role) {
      var code = sqlite3_exec(handle, "PRAGMA \(pragma)", nil, nil, nil)
      // Two programs that give a new file its write-ahead log at the same moment would wait for
      // each other, so SQLite turns one away at once, whatever the timeout.
      while code & 0xFF == SQLITE_BUSY, MonotonicClock.nanoseconds() < deadline {
        sqlite3_sleep(10)
        code = sqlite3_exec(handle, "PRAGMA \(pragma)", nil, nil, nil)
      }
      guard code == SQLITE_OK else { throw refusal(SQLiteFault(code: code, handle: handle)) }
    }
  }

  private func pragmas(_ role: SQLiteConnection.Role) -> [String] {
    let cacheBytes = role == .writer ? settings.writerCacheBytes : settings.readerCacheBytes
    let both = [
      // Readers and the writer do not wait for each other. The file remembers it.
      "journal_mode=WAL",
      // An fsync at each commit: an answer means that it is on disk. (NORMAL may lose the last
      // ones.)
      "synchronous=FULL",
      // As PostgreSQL does. Costs only where a table says REFERENCES.
      "foreign_keys=ON",
      // Sorts and temporary tables: there is no second place whose rights and room need watching.
      "temp_store=MEMORY",
      // Through `read`, not mapped: a disk's error is then an error, and not a signal that ends us.
      "mmap_size=0",
      // What is erased is overwritten where that costs no further page.
      "secure_delete=FAST",
      // Negative: KiB. Memory is taken only as pages are read.
      "cache_size=-\(max(1, cacheBytes / 1024))",
    ]
    guard role == .writer else { return both + ["query_only=ON", "wal_autocheckpoint=0"] }
    let quota = settings.fileBytesMax.map { "max_page_count=\(max(1, $0 / 4096))" }
    return both + ["wal_autocheckpoint=\(settings.checkpointPages)"] + (quota.map { [$0] } ?? [])
  }

  private func refusal(_ fault: SQLiteFault) -> DatabaseError {
    switch fault.code {
    case SQLITE_NOTADB:
      .unreadable("\(path) is not a SQLite database; move it away or choose another path")
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM:
      .unreadable(Self.advice(path, fault.systemError == 0 ? EACCES : fault.systemError))
    default: fault.error()
    }
  }
}
