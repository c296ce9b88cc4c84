import CBeckonSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The write-ahead log's file, which gathers what SQLite writes piece by piece: each page, and the
/// 24 bytes in front of it, by a call of their own. Pages of the file and of the system's memory do
/// not coincide, so each piece touches one that the piece before has touched too, and that costs as
/// much again as the copying. Gathered, a commit of many pages costs the system a third less.
///
/// All that is gathered goes to the system before anything else is asked of the file, above all
/// before it is synchronized. SQLite tells others of a commit only after that
/// (`synchronous=FULL`), so nobody looks for pages that are not there yet.
struct GatheredLog {
  /// Under this name SQLite finds it.
  static let name = "beckon-gathered-log"

  /// SQLite's own file cuts off a write of 128 KiB or more.
  private static let bytesMax = 65_536

  /// What SQLite takes for its file; it stands first.
  private var base: sqlite3_file
  /// Made with the first write: who only reads needs none.
  private var gathered: UnsafeMutableRawPointer?
  private var count = 0
  /// Where in the file it belongs.
  private var offset: sqlite3_int64 = 0

  /// Makes SQLite know it, once.
  /// - Returns: whether it does.
  static let isRegistered: Bool = {
    guard let system = sqlite3_vfs_find(nil) else { return false }
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: system.pointee)
    vfs.pointee.pNext = nil
    // SQLite keeps both for ever.
    vfs.pointee.zName = UnsafePointer(strdup(name))
    vfs.pointee.szOsFile = system.pointee.szOsFile + Int32(MemoryLayout<Self>.stride)
    vfs.pointee.xOpen = { _, path, file, flags, flagsOut in
      guard let system = sqlite3_vfs_find(nil), let file else { return SQLITE_CANTOPEN }
      guard flags & SQLITE_OPEN_WAL != 0 else {
        return system.pointee.xOpen(system, path, file, flags, flagsOut)
      }
      let status = system.pointee.xOpen(system, path, real(file), flags, flagsOut)
      let methods = status == SQLITE_OK ? UnsafePointer(GatheredLog.methods) : nil
      log(file).initialize(to: GatheredLog(base: sqlite3_file(pMethods: methods)))
      return status
    }
    return sqlite3_vfs_register(vfs, 0) == SQLITE_OK
  }()

  private init(base: sqlite3_file) { self.base = base }

  // MARK: Writing

  private static func write(
    _ file: File, _ bytes: UnsafeRawPointer?, _ count: Int, at offset: sqlite3_int64
  ) -> Int32 {
    let log = log(file)
    let isNext = offset == log.pointee.offset + sqlite3_int64(log.pointee.count)
    if !isNext || log.pointee.count + count > bytesMax {
      let status = flush(file)
      guard status == SQLITE_OK else { return status }
    }
    guard let bytes, count <= bytesMax else { return pass(file, bytes, count, at: offset) }
    let gathered =
      log.pointee.gathered ?? .allocate(byteCount: bytesMax, alignment: MemoryLayout<Int>.alignment)
    log.pointee.gathered = gathered
    if log.pointee.count == 0 { log.pointee.offset = offset }
    (gathered + log.pointee.count).copyMemory(from: bytes, byteCount: count)
    log.pointee.count += count
    return SQLITE_OK
  }

  /// Hands on what is gathered. If that fails, it is dropped: SQLite then takes its transaction
  /// back.
  private static func flush(_ file: File) -> Int32 {
    let log = log(file)
    guard log.pointee.count > 0 else { return SQLITE_OK }
    defer { log.pointee.count = 0 }
    return pass(file, log.pointee.gathered, log.pointee.count, at: log.pointee.offset)
  }

  private static func pass(
    _ file: File, _ bytes: UnsafeRawPointer?, _ count: Int, at offset: sqlite3_int64
  ) -> Int32 {
    real(file).pointee.pMethods.pointee.xWrite(real(file), bytes, Int32(count), offset)
  }

  private static func close(_ file: File) -> Int32 {
    let status = flush(file)
    log(file).pointee.gathered?.deallocate()
    log(file).pointee.gathered = nil
    let closed = real(file).pointee.pMethods.pointee.xClose(real(file))
    return status == SQLITE_OK ? closed : status
  }

  // MARK: SQLite's side

  private typealias File = UnsafeMutablePointer<sqlite3_file>

  private static func log(_ file: File) -> UnsafeMutablePointer<Self> {
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: Self.self)
  }

  /// The system's file, whose memory stands behind ours.
  private static func real(_ file: File) -> File {
    (UnsafeMutableRawPointer(file) + MemoryLayout<Self>.stride)
      .assumingMemoryBound(to: sqlite3_file.self)
  }

  /// Flushes, then asks the system's file.
  private static func flushed(
    _ file: File?, _ ask: (sqlite3_io_methods, File) -> Int32
  ) -> Int32 {
    guard let file else { return SQLITE_MISUSE }
    let status = flush(file)
    return status == SQLITE_OK ? ask(real(file).pointee.pMethods.pointee, real(file)) : status
  }

  /// Asks the system's file about what no write changes.
  private static func asked(
    _ file: File?, _ ask: (sqlite3_io_methods, File) -> Int32
  ) -> Int32 {
    guard let file else { return SQLITE_MISUSE }
    return ask(real(file).pointee.pMethods.pointee, real(file))
  }

  /// Never changed once it is made.
  nonisolated(unsafe) private static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    methods.iVersion = 1
    methods.xClose = { $0.map(close) ?? SQLITE_MISUSE }
    methods.xWrite = { file, bytes, count, offset in
      file.map { write($0, bytes, Int(count), at: offset) } ?? SQLITE_MISUSE
    }
    methods.xRead = { file, bytes, count, offset in
      flushed(file) { $0.xRead($1, bytes, count, offset) }
    }
    methods.xTruncate = { file, size in flushed(file) { $0.xTruncate($1, size) } }
    methods.xSync = { file, flags in flushed(file) { $0.xSync($1, flags) } }
    methods.xFileSize = { file, size in flushed(file) { $0.xFileSize($1, size) } }
    methods.xLock = { file, level in asked(file) { $0.xLock($1, level) } }
    methods.xUnlock = { file, level in asked(file) { $0.xUnlock($1, level) } }
    methods.xCheckReservedLock = { file, result in
      asked(file) { $0.xCheckReservedLock($1, result) }
    }
    methods.xFileControl = { file, operation, argument in
      asked(file) { $0.xFileControl($1, operation, argument) }
    }
    methods.xSectorSize = { file in asked(file) { $0.xSectorSize($1) } }
    methods.xDeviceCharacteristics = { file in asked(file) { $0.xDeviceCharacteristics($1) } }
    let memory = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    memory.initialize(to: methods)
    return memory
  }()
}
