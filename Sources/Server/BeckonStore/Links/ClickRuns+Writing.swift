import BeckonDatabase
import BeckonModel

/// How runs come and go.
extension ClickRuns {
  /// The loop that writes them; whoever does holds its row.
  public static let loop = "click-runs"

  static let tables = [
    CopiedTable("click_runs", key: [.integer("run")], [.integer("clicks"), .integer("newest_at")]),
    CopiedTable("click_networks", key: rows.key),
  ]

  private static let rows = Insertion(
    "click_networks",
    key: [.integer("run"), .integer("app"), .identifier("network"), .integer("seq")])

  /// Deletes what is left of runs that were not finished, `most` rows at most, and gives how many
  /// went; `nil` when another server writes one.
  /// - Throws: `DatabaseError`.
  public func clear(_ most: Int = NewClickRun.sliceMax) throws -> Int? {
    guard try Loops(connection).claim(Self.loop) != nil else { return nil }
    return try connection.run(
      """
      DELETE FROM click_networks WHERE (run, app, network, seq) IN (
        SELECT run, app, network, seq FROM click_networks WHERE run > $1 LIMIT $2)
      """, [.integer(try last()), .integer(Int64(most))])
  }

  /// Writes a part of a run; `false` when another server writes one.
  /// - Throws: `DatabaseError`.
  public func add(_ slice: ArraySlice<RecentClick>, of run: NewClickRun) throws -> Bool {
    guard try mayWrite(run) else { return false }
    let rows = slice.map { click -> [DatabaseValue] in
      [
        .integer(run.last), .integer(click.network.app), .identifier(click.network.digest),
        .integer(click.seq),
      ]
    }
    _ = try connection.insertNew(rows, by: Self.rows)
    return true
  }

  /// Makes a run count; `false` when another server has written one, or taken away a part of it.
  /// - Throws: `DatabaseError`.
  public func finish(_ run: NewClickRun) throws -> Bool {
    guard try mayWrite(run) else { return false }
    let count = try connection.first(
      "SELECT COUNT(*) FROM click_networks WHERE run = $1", [.integer(run.last)]
    ) { $0.integer(0) }
    guard count == Int64(run.clicks.count) else { return false }
    try connection.send(
      "INSERT INTO click_runs (run, clicks, newest_at) VALUES ($1, $2, $3)",
      [.integer(run.last), .integer(Int64(run.clicks.count)), .instant(run.newestAt)])
    return true
  }

  private func mayWrite(_ run: NewClickRun) throws -> Bool {
    guard try Loops(connection).claim(Self.loop) != nil else { return false }
    return try last() == run.behind
  }

  /// The rows of runs that nobody asks any more, then these runs, and what is left of runs that
  /// were not finished (to which `$1` says nothing). What is old by a clock, but not beside the
  /// newest run, stays: the clock may be wrong.
  static let kept = KeptRows(
    for: .milliseconds(keptMilliseconds), by: .time,
    """
    DELETE FROM click_networks WHERE (run, app, network, seq) IN (
      SELECT click_networks.run, app, network, seq
      FROM click_runs CROSS JOIN click_networks
      WHERE newest_at < $1
        AND newest_at < (SELECT MAX(newest_at) FROM click_runs) - 176400000
        AND click_networks.run = click_runs.run
      LIMIT $2)
    """,
    """
    DELETE FROM click_runs WHERE run IN (
      SELECT run FROM click_runs
      WHERE newest_at < $1 AND run < (SELECT MAX(run) FROM click_runs)
        AND NOT EXISTS (SELECT 1 FROM click_networks WHERE click_networks.run = click_runs.run)
      LIMIT $2)
    """,
    """
    DELETE FROM click_networks WHERE (run, app, network, seq) IN (
      SELECT run, app, network, seq FROM click_networks
      WHERE run < (SELECT MIN(run) FROM click_runs WHERE newest_at >= $1 OR newest_at < $1)
      LIMIT $2)
    """)
}
