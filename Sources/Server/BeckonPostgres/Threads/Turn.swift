#if Postgres
  /// How a write transaction stands to those of all servers.
  ///
  /// All are `SERIALIZABLE`, since features check first and write then. A transaction that meets
  /// another is run again; to keep it from meeting the next one, it then runs alone. The turn is an
  /// advisory lock that is taken before the transaction, because a snapshot must be younger than
  /// it: shared by those that run for the first time, exclusive for one that runs again. PostgreSQL
  /// gives it first come, first served.
  enum Turn {
    /// Beside others.
    case shared
    /// Alone.
    case alone

    /// The lock's number; `bcn1` in ASCII.
    private static let lock = 0x62636e31

    /// Takes the lock.
    var taking: String {
      switch self {
      case .shared: "SELECT pg_advisory_lock_shared(\(Self.lock))"
      case .alone: "SELECT pg_advisory_lock(\(Self.lock))"
      }
    }

    /// Gives it back.
    var leaving: String {
      switch self {
      case .shared: "SELECT pg_advisory_unlock_shared(\(Self.lock))"
      case .alone: "SELECT pg_advisory_unlock(\(Self.lock))"
      }
    }
  }
#endif
