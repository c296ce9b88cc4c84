import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

extension BackgroundLoop {
  /// A loop for each follower of the feed, so that none waits for another, and one that deletes
  /// what all have passed.
  static func feed(_ surroundings: LoopSurroundings) -> [BackgroundLoop] {
    FeedFollower.all.map { follower in
      BackgroundLoop(name: "feed-\(follower.name)", everyMilliseconds: 500) {
        try await follow(follower, surroundings)
      }
    } + [fill(surroundings), purge(surroundings)]
  }

  /// Gives a follower its next rows, a batch for each app, or each webhook; gives how many rows
  /// were taken of those who took a whole batch, and may have more to take.
  static func follow(
    _ follower: FeedFollower, _ surroundings: LoopSurroundings
  ) async throws -> Int64 {
    let (database, ambient) = (surroundings.database, surroundings.ambient)
    // A look on a snapshot first: an idle server must not write.
    let now = ambient.now()
    let keys = try await database.read { try Followers($0).waiting(follower, at: now) }
    return try await sum(of: keys) { key in
      guard let app = try await surroundings.directory.app(key.app) else { return 0 }
      @Sendable func following(_ connection: any Connection) -> Following {
        Following(
          follower, key, Scope(connection: connection, app: app, now: now, ambient: ambient))
      }
      guard try await database.read({ try following($0).isOpen() }) else { return 0 }
      return try await database.write { wholeBatches(try following($0).run(), follower.batchMax) }
    }
  }

  /// What was done, if it was as much as one transaction does: then there may be more at once. What
  /// comes in bit by bit is waited for, so that each bit does not cost a transaction.
  private static func wholeBatches(_ count: Int, _ batchMax: Int64) -> Int64 {
    count >= batchMax ? Int64(count) : 0
  }

  /// What work for each comes to. What fails for one keeps no other from it, and is thrown at the
  /// end.
  private static func sum<Key>(
    of keys: [Key], _ work: (Key) async throws -> Int64
  ) async throws -> Int64 {
    var (sum, failure): (Int64, (any Error)?) = (0, nil)
    for key in keys {
      do {
        sum += try await work(key)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return sum
  }

  /// Counts by day what was there before the counts were.
  private static func fill(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    BackgroundLoop(name: "daily-fill", everyMilliseconds: 2_000) {
      let (database, ambient) = (surroundings.database, surroundings.ambient)
      return try await sum(of: database.read { try DailyFill($0).waiting() }) { number in
        let now = ambient.now()
        return try await database.write { connection in
          guard let app = try surroundings.context(of: number, connection) else { return 0 }
          let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
          return Int64(try DailyFill(connection).run(scope))
        }
      }
    }
  }

  private static func purge(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    BackgroundLoop(name: "feed-purge", everyMilliseconds: 5_000) {
      let (database, now) = (surroundings.database, surroundings.ambient.now())
      if try await database.read({ try FeedPurge($0, now: now).hasIdle() }) {
        try await database.write { _ = try FeedPurge($0, now: now).noteUpToDate() }
      }
      return try await sum(of: database.read { try FeedPurge($0, now: now).waiting() }) { app in
        try await database.write {
          wholeBatches(try FeedPurge($0, now: now).run(app), FeedPurge.batchMax)
        }
      }
    }
  }
}
