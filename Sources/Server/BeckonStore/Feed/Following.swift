import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Moves a follower of an app on.
public struct Following {
  private let follower: FeedFollower
  private let key: FollowerKey
  private let scope: Scope

  /// Works in a transaction, for the follower of this key.
  public init(_ follower: FeedFollower, _ key: FollowerKey, _ scope: Scope) {
    self.follower = follower
    self.key = key
    self.scope = scope
  }

  /// Whether it would take rows, if there are any: a server that has nothing to do must not write.
  /// - Throws: `DatabaseError`.
  public func isOpen() throws -> Bool {
    guard let reader = try follower.reader(scope, key.id) else { return false }
    return try [false, true].contains { try reader.room(isByClient: $0) > 0 }
  }

  /// Gives it its next rows, and tells how many; 0 when there are none, when another server does
  /// it, or when it has no room.
  /// - Throws: `DatabaseError`.
  public func run() throws -> Int {
    let followers = Followers(scope.connection)
    guard let (position, movedAt) = try followers.claim(key) else { return 0 }
    if let rebuild = follower.rebuild,
      Followers.isLost(movedAt: movedAt, now: scope.now)
    {
      let newest = try followers.newestSettled(of: key.app)
      try rebuild(scope)
      try followers.store(key, newest, at: scope.now)
      return 1
    }
    guard let reader = try follower.reader(scope, key.id) else { return 0 }
    var (moved, taken) = (position, 0)
    for isByClient in [false, true] {
      let limit = min(try reader.room(isByClient: isByClient), follower.batchMax)
      guard limit > 0 else { continue }
      let rows = try Feed.rows(
        of: key.app, isByClient: isByClient, behind: position[isByClient: isByClient],
        limit: limit, scope.connection)
      guard !rows.isEmpty else { continue }
      let count = try reader.take(rows)
      moved[isByClient: isByClient] = rows[count - 1].position
      taken += count
    }
    if taken > 0 { try followers.store(key, moved, at: scope.now) }
    return taken
  }
}
