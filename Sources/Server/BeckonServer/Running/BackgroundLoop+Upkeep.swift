import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

extension BackgroundLoop {
  /// What keeps the process and the database in order.
  static func upkeep(_ surroundings: LoopSurroundings) -> [BackgroundLoop] {
    let (database, directory) = (surroundings.database, surroundings.directory)
    let ambient = surroundings.ambient
    return [
      BackgroundLoop(name: "outside-changes", everyMilliseconds: 500) {
        try await directory.watch()
        return 0
      },
      BackgroundLoop(name: "schema", everyMilliseconds: 2_000) {
        try await database.read { try Migrator.checkCompatible($0, known: Schema.beckon.version) }
        return 0
      },
      BackgroundLoop(name: "retention", everyMilliseconds: 600_000) {
        let now = ambient.now()
        return Int64(try await database.write { try Retention($0, now: now).run() })
      },
      leftovers(surroundings), ranks(surroundings), mailboxes(surroundings),
      partitions(surroundings),
    ]
  }

  /// Goes on with work that was too much for one transaction. Where all write in one line, it rests
  /// between two parts as long as one took, so that others come to write.
  private static func leftovers(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    let (database, ambient) = (surroundings.database, surroundings.ambient)
    return BackgroundLoop(name: "leftovers", everyMilliseconds: 1_000) {
      guard try await database.read({ try Leftovers.areAny($0) }) else { return 0 }
      let (now, begin) = (ambient.now(), MonotonicClock.nanoseconds())
      let done: Int64 = try await database.write { connection in
        guard let piece = try Leftovers.claim(connection),
          let app = try surroundings.context(of: piece.app, connection)
        else { return 0 }
        let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
        return Int64(max(1, try Leftovers(scope).goOn(piece)))
      }
      if done > 0, !database.gainsByGathering {
        try await Task.sleep(nanoseconds: MonotonicClock.nanoseconds() - begin)
      }
      return done
    }
  }

  /// Counts in the trees of ranks whoever was there before the trees.
  private static func ranks(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    let database = surroundings.database
    return BackgroundLoop(name: "rank-fill", everyMilliseconds: 2_000) {
      guard try await database.read({ try RankFill($0).isWaiting() }) else { return 0 }
      return try await database.write { Int64(try RankFill($0).run()) }
    }
  }

  /// Stores the mailboxes of addresses that were there before mailboxes were stored.
  private static func mailboxes(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    let (database, ambient) = (surroundings.database, surroundings.ambient)
    return BackgroundLoop(name: "mailbox-fill", everyMilliseconds: 2_000) {
      guard try await database.read({ try Mailboxes.appToFill($0) }) != nil else { return 0 }
      let now = ambient.now()
      return try await database.write { connection in
        guard let number = try Mailboxes.appToFill(connection),
          let app = try surroundings.context(of: number, connection)
        else { return 0 }
        let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
        return Int64(try Mailboxes(scope).fill())
      }
    }
  }

  /// Makes the months of split tables ahead, and drops those that everybody has kept long enough.
  private static func partitions(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    BackgroundLoop(name: "partitions", everyMilliseconds: 3_600_000) {
      let now = surroundings.ambient.now()
      try await surroundings.database.write { connection in
        // A change of the schema waits for everybody's transactions, so not every server tries it.
        guard try Loops(connection).claim("partitions") != nil else { return }
        try Partitions.makeAhead(connection, now: now)
        try Partitions.dropOld(connection, now: now)
      }
      return 0
    }
  }
}
