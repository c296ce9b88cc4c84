/// How a database is opened. All have defaults that suit a server with a disk of its own.
public struct SQLiteSettings: Sendable {
  /// The file; made when it is missing. Its `-wal` and `-shm` stand beside it and belong to it.
  public var path: String
  /// Threads that serve reads, each with a connection of its own; from 1.
  public var readers = 2
  /// How long a write waits for another program's transaction before it fails as unavailable.
  public var busyTimeoutMilliseconds = 5_000
  /// Pages the writer keeps in memory; the insides of the indexes should fit.
  public var writerCacheBytes = 64 << 20
  /// Pages each reader keeps in memory.
  public var readerCacheBytes = 16 << 20
  /// Unanswered writes; one more fails at once as unavailable. At 50,000 writes/s: 0.2 s.
  public var writesWaitingMax = 10_000
  /// Unanswered reads; one more fails at once as unavailable.
  public var readsWaitingMax = 10_000
  /// Writes in one transaction; from 1. More would share the fsync further, but answer later.
  public var batchWritesMax = 1_024
  /// After this much work a transaction takes no further write.
  public var batchMillisecondsMax = 20
  /// Pages of 4 KiB in the write-ahead log at which the writer copies them into the database. The
  /// copying holds up writes: some 50 ms for 16,384 pages (64 MiB). SQLite's own 1,000 would give
  /// 20 ms far more often, and 40 % fewer writes where indexes are hit at random.
  public var checkpointPages = 16_384
  /// The size that the database's file may reach, in bytes, in steps of 4 KiB; `nil`: the disk's.
  /// Beyond it writes fail with `DatabaseError.full`.
  public var fileBytesMax: Int?

  /// The defaults, for the file at `path`.
  public init(path: String) {
    self.path = path
  }
}
