import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

extension BackgroundLoop {
  /// A loop for each follower of the feed, so that none waits for another, and one that deletes what
  /// all have passed.
  static func feed(_ surroundings: LoopSurroundings) -> [BackgroundLoop] {
    FeedFollower.all.map { follower in
      BackgroundLoop(name: "feed-\(follower.name)", everyMilliseconds: 500) {
        try await follow(follower, surroundings)
      }
    } + [purge(surroundings)]
  }

  /// Gives a follower its next rows, a batch for each app, or each webhook; gives how many rows were
  /// taken.
  static func follow(
    _ follower: FeedFollower, _ surroundings: LoopSurroundings
  ) async throws -> Int64 {
    let (database, ambient) = (surroundings.database, surroundings.ambient)
    var taken: Int64 = 0
    // A look on a snapshot first: an idle server must not write.
    for key in try await database.read({ try Followers($0).waiting(follower.name) }) {
      guard let app = try await surroundings.directory.app(key.app) else { continue }
      let now = ambient.now()
      @Sendable func following(_ connection: any Connection) -> Following {
        Following(
          follower, key, Scope(connection: connection, app: app, now: now, ambient: ambient))
      }
      guard try await database.read({ try following($0).isOpen() }) else { continue }
      taken += try await database.write { Int64(try following($0).run()) }
    }
    return taken
  }

  private static func purge(_ surroundings: LoopSurroundings) -> BackgroundLoop {
    BackgroundLoop(name: "feed-purge", everyMilliseconds: 5_000) {
      let (database, now) = (surroundings.database, surroundings.ambient.now())
      var deleted: Int64 = 0
      for app in try await database.read({ try FeedPurge($0, now: now).waiting() }) {
        deleted += try await database.write { Int64(try FeedPurge($0, now: now).run(app)) }
      }
      return deleted
    }
  }
}
