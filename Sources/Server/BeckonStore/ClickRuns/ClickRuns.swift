import BeckonDatabase
import BeckonEngine
import BeckonModel

/// Where the clicks of a network stand. An index of its own would cost each click a random page of
/// the log. So a number of clicks together become a *run*, behind the commits that stored them:
/// their places sorted by app and network. A look-up asks each run that may hold clicks young
/// enough, and behind the last run the clicks themselves (`RecentClicks`).
///
/// A run is named by the number of its last click. It is written in several transactions, so that
/// none is long, and counts from the last of them on, which writes its row of `click_runs`.
public struct ClickRuns {
  /// For how long a run can be asked: an install may be decided about a day after it was seen
  /// first, by clicks of the day before that, and clocks of servers differ a little.
  static let keptMilliseconds =
    DecisionBasis.waitMilliseconds + AppSettings.matchMinutes.upperBound * Span.minuteMilliseconds
    + Span.hourMilliseconds

  let connection: any Connection

  /// Works in this transaction.
  public init(_ connection: any Connection) { self.connection = connection }

  /// A run.
  struct Run: Sendable {
    /// The number of its last click.
    let last: Int64
    /// How many clicks are in it.
    let count: Int64
    /// When its newest click was.
    let newestAt: Instant
  }

  /// All runs, the newest first. Every click up to the last of the newest one is in a run, or too
  /// old to be asked for.
  /// - Throws: `DatabaseError`.
  func all() throws -> [Run] {
    try connection.rows("SELECT run, clicks, newest_at FROM click_runs ORDER BY run DESC", []) {
      Run(last: $0.integer(0), count: $0.integer(1), newestAt: $0.instant(2))
    }
  }

  /// The same, with what is in memory of them; read anew only where there is a new one.
  /// - Parameter last: of the newest one.
  /// - Throws: `DatabaseError`.
  func known(_ recent: RecentClicks?, last: Int64) throws -> KnownRuns {
    guard let known = recent?.runs else { return KnownRuns(try all()) }
    return known.last == last ? known : known.renewed(by: try all())
  }

  /// The number of the last click that is in a run; 0 while there is none.
  /// - Throws: `DatabaseError`.
  func last() throws -> Int64 {
    try connection.first("SELECT MAX(run) FROM click_runs", []) { $0.isNull(0) ? 0 : $0.integer(0) }
      ?? 0
  }

  /// The networks of a run's clicks.
  /// - Throws: `DatabaseError`.
  func networks(of run: Int64) throws -> [ClickNetwork] {
    try connection.rows(
      "SELECT app, network FROM click_networks WHERE run = $1", [.integer(run)]
    ) { ClickNetwork(app: $0.integer(0), digest: $0.identifier(1)) }
  }
}
