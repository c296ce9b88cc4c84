#if Postgres
  import BeckonDatabase
  import CBeckonPostgres

  /// A database on a PostgreSQL server, which several of our servers may share.
  ///
  /// A few threads write, each on a connection of its own: they take the writes that wait into one
  /// serializable transaction and answer them after its commit. A few threads read, each on a
  /// snapshot. When the server cannot be reached, calls fail as `DatabaseError.unavailable`; when
  /// it is back, they work again.
  ///
  /// **Isolation.** Features check first and write then, so writes are `SERIALIZABLE`: what commits
  /// is as if one transaction had run after the other, on any number of servers. One that met
  /// another is run again, alone (`Turn`). Reads are `REPEATABLE READ`.
  ///
  /// **Order of locks.** First the turn, shared or alone, then rows in the order in which the
  /// features' statements touch them. Two writes that touch the same rows in another order end in a
  /// deadlock that PostgreSQL breaks; the one it fails is run again alone. So no order can make a
  /// call fail; features still lock parents before children, to be spared the wait.
  public final class PostgresDatabase: Database {
    private let writes: JobQueue
    private let reads: JobQueue
    private let listener: Listener
    private let writing = Keeper.Attendance()
    private let reading = Keeper.Attendance()
    private let departure = Departure()

    /// Connects, and checks that the server will do.
    /// - Throws: `DatabaseError.unreadable` with what to do about it: the URL, the password, a
    /// database that is missing, a server that is too old or a standby; `.unavailable` when no
    /// server answers. The schema is the `Migrator`'s to check.
    public init(_ settings: PostgresSettings) throws(DatabaseError) {
      let server = try PostgresServer(settings)
      try server.check()
      listener = try Listener(server)
      writes = JobQueue(unansweredMax: settings.writesWaitingMax)
      reads = JobQueue(unansweredMax: settings.readsWaitingMax)
      do throws(DatabaseError) {
        try startListening()
        for _ in 0..<max(1, settings.writers) { try startWriter(server, settings) }
        for _ in 0..<max(1, settings.readers) { try startReader(server) }
      } catch {
        finish()
        throw error
      }
    }

    deinit { finish() }

    private func startListening() throws(DatabaseError) {
      let first = Handle(listener.connect())
      try start { [listener] in listener.run(first.pointer) }
    }

    private func startWriter(
      _ server: PostgresServer, _ settings: PostgresSettings
    ) throws(DatabaseError) {
      try start { [listener, writes, writing] in
        let keeper = Keeper(writing) { () throws(PostgresFault) in
          let connection = try server.connect(.writer)
          listener.know(connection.backend)
          return connection
        }
        PostgresWriter(keeper, writes, settings).run()
      }
    }

    private func startReader(_ server: PostgresServer) throws(DatabaseError) {
      try start { [reads, reading] in
        let keeper = Keeper(reading) { () throws(PostgresFault) in try server.connect(.reader) }
        PostgresReader(keeper, reads).run()
      }
    }

    private func start(_ body: @escaping @Sendable () -> Void) throws(DatabaseError) {
      departure.arrive()
      do throws(DatabaseError) {
        try DatabaseThread.start { [departure] in
          body()
          departure.leave()
        }
      } catch {
        departure.leave()
        throw error
      }
    }

    private func finish() {
      writes.close()
      reads.close()
      listener.stop()
    }

    /// Each statement is a journey.
    public var gainsByGathering: Bool { true }

    /// Runs `body` on a writing thread, in one transaction with other writes that wait.
    /// - Throws: what `body` throws, or `DatabaseError`; then nothing of it is stored, except that
    /// after `.unavailable` with a lost connection nobody knows: repeat the call.
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

    /// Counts what other `Database`s have announced. While the server cannot be heard, each call
    /// gives another number, because something may have been missed. Does not wait for anything.
    public func outsideChanges() async throws -> Int64 { try listener.changes() }

    /// What others have announced since; `nil` when some of it was not heard.
    public func announcements(behind number: Int64) async -> [Announcement]? {
      listener.announcements(behind: number)
    }

    /// Finishes what waits, reads too, then closes the connections. May be called again.
    public func close() async {
      finish()
      await departure.wait()
    }

    /// Hands a pointer to another thread.
    private struct Handle: @unchecked Sendable {
      let pointer: OpaquePointer?

      init(_ pointer: OpaquePointer?) {
        self.pointer = pointer
      }
    }
  }
#endif
