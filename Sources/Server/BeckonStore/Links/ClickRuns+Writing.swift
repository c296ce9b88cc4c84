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

  /// Deletes what is left of runs that were not finished, and gives how many rows went.
  /// - Throws: `DatabaseError`.
  public func clear() throws -> Int {
    guard try Loops(connection).claim(Self.loop) != nil else { return 0 }
    return try connection.run(
      """
      DELETE FROM click_networks WHERE (run, app, network, seq) IN (
        SELECT run, app, network, seq FROM click_networks WHERE run > $1 LIMIT $2)
      """, [.integer(try last()), .integer(Int64(NewClickRun.sliceMax))])
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

  /// Makes a run count, unless another server has taken away a part of it.
  /// - Throws: `DatabaseError`.
  public func finish(_ run: NewClickRun) throws {
    guard try mayWrite(run) else { return }
    let count = try connection.first(
      "SELECT COUNT(*) FROM click_networks WHERE run = $1", [.integer(run.last)]
    ) { $0.integer(0) }
    guard count == Int64(run.clicks.count) else { return }
    try connection.send(
      "INSERT INTO click_runs (run, clicks, newest_at) VALUES ($1, $2, $3)",
      [.integer(run.last), .integer(Int64(run.clicks.count)), .instant(run.newestAt)])
  }

  private func mayWrite(_ run: NewClickRun) throws -> Bool {
    guard try Loops(connection).claim(Self.loop) != nil else { return false }
    return try last() == run.behind
  }

  /// Runs that nobody asks any more, then their rows, with what is left of runs that were not
  /// finished. The newest run stays, without rows: it says how far they go.
  static let kept = KeptRows(
    for: .milliseconds(keptMilliseconds), by: .time,
    """
    DELETE FROM click_runs WHERE run IN (
      SELECT run FROM click_runs
      WHERE newest_at < $1 AND run < (SELECT MAX(run) FROM click_runs) LIMIT $2)
    """,
    """
    DELETE FROM click_networks WHERE (run, app, network, seq) IN (
      SELECT run, app, network, seq FROM click_networks
      WHERE run < COALESCE(
        (SELECT MIN(run) FROM click_runs WHERE newest_at >= $1),
        (SELECT MAX(run) + 1 FROM click_runs))
      LIMIT $2)
    """)
}
