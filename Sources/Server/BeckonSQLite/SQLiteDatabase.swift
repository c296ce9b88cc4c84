import BeckonDatabase
import CBeckonSQLite

/// A database in one SQLite file.
///
/// One thread writes: it takes all writes that wait into one transaction and answers them after its
/// commit, so that they share one fsync. A few threads read, each on a snapshot. Other programs may
/// use the file at the same time.
public final class SQLiteDatabase: Database {
  private let writes: JobQueue
  private let reads: JobQueue
  private let departure = Departure()
  private let settings: SQLiteSettings

  /// What has to be said before SQLite is first used.
  private static let isLean: Bool =
    beckon_sqlite_without_memory_statistics() == SQLITE_OK && PageCache.isInUse

  /// Opens the file, or makes it.
  /// - Throws: `DatabaseError.unreadable` with what to do about it; `.unavailable` when another
  /// program keeps it locked; `.full`; `.corrupt`. The schema is the `Migrator`'s to check.
  public init(_ settings: SQLiteSettings) throws(DatabaseError) {
    _ = Self.isLean
    self.settings = settings
    writes = JobQueue(unansweredMax: settings.writesWaitingMax)
    reads = JobQueue(unansweredMax: settings.readsWaitingMax)
    let file = try SQLiteFile(settings)
    let writer = try file.connect(.writer)
    // Until its threads are there, this is who uses the database.
    departure.arrive()
    defer { Self.leave(departure, writer) }
    var idle: [SQLiteConnection] = []
    do throws(DatabaseError) {
      for _ in 0..<max(1, settings.readers) { idle.append(try file.connect(.reader)) }
      while let connection = idle.last {
        try start(beside: writer) { [reads] in
          Reader(connection, reads).run()
          connection.close()
        }
        idle.removeLast()
      }
      try start(beside: writer) { [writes] in Writer(writer, writes, settings).run() }
    } catch {
      finish()
      for connection in idle { connection.close() }
      throw error
    }
  }

  deinit { finish() }

  /// Runs `body` on a thread of its own, which uses the database until `body` returns.
  private func start(
    beside writer: SQLiteConnection, _ body: @escaping @Sendable () -> Void
  ) throws(DatabaseError) {
    departure.arrive()
    do throws(DatabaseError) {
      try DatabaseThread.start { [departure] in
        body()
        Self.leave(departure, writer)
      }
    } catch {
      Self.leave(departure, writer)
      throw error
    }
  }

  /// SQLite takes the write-ahead log away when the last connection closes, unless another closes
  /// meanwhile: so the writer's is closed by whoever leaves last.
  private static func leave(_ departure: Departure, _ writer: SQLiteConnection) {
    departure.leave { writer.close() }
  }

  private func finish() {
    writes.close()
    reads.close()
  }

  /// Runs `body` on the writing thread, in the transaction of all writes that wait now.
  /// - Throws: what `body` throws, or `DatabaseError`; then nothing of it is stored.
  @discardableResult
  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { writes.add(AwaitedJob(body, $0)) }
  }

  /// The same for those who do not wait in a task; `done` comes on the writing thread.
  public func write(
    _ body: @escaping @Sendable (any Connection) throws -> Void,
    done: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    writes.add(CallbackJob(body, done: done))
  }

  /// Runs `body` on a reading thread, on a snapshot of its own. A statement that would change
  /// anything is `DatabaseError.misuse`.
  /// - Throws: what `body` throws, or `DatabaseError`.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value {
    try await Interruption.withTask { interruption in
      try await withCheckedThrowingContinuation { reads.add(AwaitedJob(body, $0, interruption)) }
    }
  }

  /// `PRAGMA data_version` of the writing connection: SQLite moves it when any other connection has
  /// committed, and all of this program's writes are made on this one. Its values mean something
  /// only beside each other, from one open database.
  public func outsideChanges() async throws -> Int64 {
    try await write { connection in
      guard let connection = connection as? SQLiteConnection else { return 0 }
      return try connection.dataVersion()
    }
  }

  /// What is wrong with the file, in SQLite's words, at most three lines; empty when nothing is.
  /// Reads every page (`PRAGMA quick_check`), so it takes as long as reading the file.
  /// - Throws: `DatabaseError`; `.corrupt` when the damage is such that not even this can be read.
  public func integrityProblems() async throws -> [String] {
    try await read { connection in
      guard let connection = connection as? SQLiteConnection else { return [] }
      return try connection.integrityProblems()
    }
  }

  /// Writes a copy of the database, as it is at one moment, into a new file (`VACUUM INTO`), on a
  /// thread and a connection of its own. Reads and writes go on; the write-ahead log is kept until
  /// it is done. The copy is not synced to the disk.
  /// - Throws: `DatabaseError`; `.misuse` when there is something in the file already.
  public func copy(to path: String) async throws {
    try await Self.onThread { [settings] in
      // Made before, so that only its owner can read it.
      let new = try SQLiteFile(SQLiteSettings(path: path))
      let connection = try SQLiteFile(settings).connect(.writer)
      defer { connection.close() }
      try connection.vacuum(into: new.path)
    }
  }

  /// Brings everything into the one file: afterwards there is no write-ahead log beside it, as a
  /// program that was killed leaves one. Nobody may have it open.
  /// - Throws: `DatabaseError`; `.unavailable` when somebody has.
  public static func gather(into path: String) async throws {
    try await onThread {
      let connection = try SQLiteFile(SQLiteSettings(path: path)).connect(.writer)
      defer { connection.close() }
      try connection.endLog()
    }
  }

  private static func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      do throws(DatabaseError) {
        try DatabaseThread.start { done.resume(with: Result { try body() }) }
      } catch {
        done.resume(throwing: error)
      }
    }
  }

  /// Finishes what waits, reads too, then closes the file. Nothing but the one file is left, unless
  /// another program has it open. May be called again.
  public func close() async {
    finish()
    await departure.wait()
  }
}
