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
    let rows = lags.map { "beckon_feed_lag_rows{follower=\"\($0.name)\"} \($0.lag.rows)" }
    let ages = lags.map { name, lag in
      let milliseconds = lag.oldest.map { max(0, now.milliseconds(since: $0)) } ?? 0
      return "beckon_feed_lag_milliseconds{follower=\"\(name)\"} \(milliseconds)"
    }
    let lines =
      [
        "# HELP beckon_feed_lag_rows Rows of the feed that a follower has still to take, counted "
          + "up to \(Followers.lagMax).",
        "# TYPE beckon_feed_lag_rows gauge",
      ] + rows + [
        "# HELP beckon_feed_lag_milliseconds How long the oldest of these rows has waited.",
        "# TYPE beckon_feed_lag_milliseconds gauge",
      ] + ages
    return lines.joined(separator: "\n") + "\n"
  }
}
