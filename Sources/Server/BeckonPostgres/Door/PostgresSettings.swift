#if Postgres
  /// How a database is reached. All have defaults that suit a server near its database.
  public struct PostgresSettings: Sendable {
    /// `postgres://user:password@host,host/database?sslmode=…`, as libpq reads it, with all of
    /// its options; what is missing comes from libpq's environment (`PGHOST`, `PGPASSFILE`, …).
    /// Of several hosts the one that takes writes is used. Between here and the server there may
    /// be a pooler in session mode only.
    public var url: String
    /// Connections that write; from 1. Each has a transaction of its own, so two of them may
    /// stand in each other's way.
    public var writers = 2
    /// Connections that read; from 1.
    public var readers = 4
    /// Unanswered writes; one more fails at once as unavailable.
    public var writesWaitingMax = 10_000
    /// Unanswered reads; one more fails at once as unavailable.
    public var readsWaitingMax = 10_000
    /// Writes in one transaction; from 1. More would share the fsync further, but a conflict with
    /// another server runs them all again.
    public var batchWritesMax = 256
    /// After this much work a transaction takes no further write.
    public var batchMillisecondsMax = 20
    /// How long a transaction waits for more writes at most, when only few wait behind a large one.
    public var gatheringMicroseconds = 1_000
    /// A statement that takes longer fails as unavailable. Changes of the schema may take any
    /// time.
    public var statementTimeoutMilliseconds = 10_000
    /// A statement that waits longer for a lock fails as unavailable.
    public var lockTimeoutMilliseconds = 5_000
    /// A transaction in which nothing is asked for longer is ended by the server.
    public var idleTransactionMilliseconds = 60_000
    /// A server that says nothing for longer is given up; more than the two above.
    public var answerTimeoutMilliseconds = 15_000
    /// How long one host may take to accept a connection, unless the URL says so; from 2.
    public var connectTimeoutSeconds = 3

    /// The defaults, for the database at `url`.
    public init(url: String) {
      self.url = url
    }
  }
#endif
