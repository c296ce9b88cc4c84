import BeckonDatabase
import BeckonModel
import BeckonStore

/// How far each follower of the feed is behind, in Prometheus' text format.
enum FeedLag {
  /// Reads it.
  /// - Throws: `DatabaseError`.
  static func text(at now: Instant, _ connection: any Connection) throws -> String {
    let lags = try FeedFollower.all.map { follower in
      (name: follower.name, lag: try Followers(connection).lag(of: follower.name))
    }
    var text = Exposition()
    text.add(
      "beckon_feed_lag_rows", .gauge,
      "Rows of the feed that a follower has still to take, counted up to \(Followers.lagMax).",
      lags.map { .init($0.lag.rows, ["follower": $0.name]) })
    text.add(
      "beckon_feed_lag_seconds", .gauge, "How long the oldest of these rows has waited.",
      lags.map { name, lag in
        let milliseconds = lag.oldest.map { max(0, now.milliseconds(since: $0)) } ?? 0
        return .init(Double(milliseconds) / 1_000, ["follower": name])
      })
    return text.text
  }
}
