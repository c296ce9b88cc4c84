/// A database that answers a write only when it is on disk. SQLite and PostgreSQL implement it;
/// every feature's SQL is written once, against `Connection`.
public protocol Database: Sendable {
  /// Whether what is looked for or stored many rows at a time takes much less than one by one, as
  /// where each statement is a journey. Writes that wait share a commit in any case.
  var gainsByGathering: Bool { get }

  /// Runs `body` in a transaction of its own and answers after commit and fsync. Writes that wait
  /// at the same time may share one commit; a failing one harms none of the others. `body` may be
  /// run more than once, so it must do nothing but use the connection.
  /// - Throws: what `body` throws, or `DatabaseError`; then nothing of it is stored.
  @discardableResult
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value

  /// Runs `body` as the other `write` does, for those who do not wait in a task.
  /// - Parameter done: called once, with what `body` threw, if it did, or a `DatabaseError`. It
  ///   comes on any thread, which it must not hold up: others wait for it.
  func write(
    _ body: @escaping @Sendable (any Connection) throws -> Void,
    done: @escaping @Sendable (Result<Void, any Error>) -> Void)

  /// Runs `body`, which must only read, on one consistent snapshot that holds at least every write
  /// that was answered before the call. `body` may be run more than once. When the caller's task is
  /// cancelled, it is broken off.
  /// - Throws: what `body` throws, or `DatabaseError`.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any Connection) throws -> Value
  ) async throws -> Value

  /// A number that moves, within a second, when another program has committed to this database, or
  /// another `Database` open on it, a write that called `announce`; other commits may move it too.
  /// This one's own writes leave it alone. Caches are dropped when it differs from the last one
  /// seen. Numbers of two `Database`s, or of two runs, cannot be compared. It takes its turn among
  /// the writes, so poll it now and then, not once a request.
  /// - Throws: `DatabaseError`.
  func outsideChanges() async throws -> Int64

  /// What was announced since `outsideChanges` gave a number; `nil` when it is not known, so that
  /// it may be anything. More may be among it than was counted then.
  func announcements(behind number: Int64) async -> [Announcement]?

  /// Finishes the writes that wait, then closes. Later calls throw `DatabaseError.closed`.
  func close() async
}

extension Database {
  /// As where nobody says what has changed.
  public func announcements(behind number: Int64) async -> [Announcement]? { nil }

  /// In a task of its own.
  public func write(
    _ body: @escaping @Sendable (any Connection) throws -> Void,
    done: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    Task {
      do {
        try await write(body)
        done(.success(()))
      } catch {
        done(.failure(error))
      }
    }
  }

  /// As where the database is in the process.
  public var gainsByGathering: Bool { false }
}
