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
  /// were taken.
  static func follow(
    _ follower: FeedFollower, _ surroundings: LoopSurroundings
  ) async throws -> Int64 {
    let (database, ambient) = (surroundings.database, surroundings.ambient)
    var taken: Int64 = 0
    // A look on a snapshot first: an idle server must not write.
    let now = ambient.now()
    for key in try await database.read({ try Followers($0).waiting(follower.name, at: now) }) {
      guard let app = try await surroundings.directory.app(key.app) else { continue }
      @Sendable func following(_ connection: any Connection) -> Following {
        Following(
          follower, key, Scope(connection: connection, app: app, now: now, ambient: ambient))
      }
      guard try await database.read({ try following($0).isOpen() }) else { continue }
      taken += try await database.write { Int64(try following($0).run()) }
    }
    return taken
  }

  /// Counts by day what was there before the counts were.
  private static func fill(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    BackgroundLoop(name: "daily-fill", everyMilliseconds: 2_000) {
      let (database, ambient) = (surroundings.database, surroundings.ambient)
      var counted: Int64 = 0
      for number in try await database.read({ try DailyFill($0).waiting() }) {
        let now = ambient.now()
        counted += try await database.write { connection in
          guard let app = try surroundings.context(of: number, connection) else { return 0 }
          let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
          return Int64(try DailyFill(connection).run(scope))
        }
      }
      return counted
    }
  }

  private static func purge(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    BackgroundLoop(name: "feed-purge", everyMilliseconds: 5_000) {
      let (database, now) = (surroundings.database, surroundings.ambient.now())
      if try await database.read({ try FeedPurge($0, now: now).hasIdle() }) {
        try await database.write { _ = try FeedPurge($0, now: now).noteUpToDate() }
      }
      var deleted: Int64 = 0
      for app in try await database.read({ try FeedPurge($0, now: now).waiting() }) {
        deleted += try await database.write { Int64(try FeedPurge($0, now: now).run(app)) }
      }
      return deleted
    }
  }
}
