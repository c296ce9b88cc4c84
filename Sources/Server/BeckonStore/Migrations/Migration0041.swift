import BeckonDatabase

extension Migration {
  /// Clicks are found by network in sorted runs that are written behind them (`ClickRuns`), in
  /// place of an index that each click reached at a random page. The clicks of the last two days
  /// become the first run; older ones nobody asks for.
  static let clickRuns = Migration(
    number: 41, name: "click-runs",
    statements: [
      """
      CREATE TABLE click_runs (
        run BIGINT NOT NULL PRIMARY KEY,
        clicks BIGINT NOT NULL,
        newest_at BIGINT NOT NULL
      ) {clustered}
      """,
      """
      CREATE TABLE click_networks (
        run BIGINT NOT NULL,
        app BIGINT NOT NULL,
        network UUID NOT NULL,
        seq BIGINT NOT NULL,
        PRIMARY KEY (run, app, network, seq)
      ) {clustered}
      """,
      """
      INSERT INTO click_runs (run, clicks, newest_at)
      SELECT seq, 0, at FROM clicks WHERE seq > 0 {settled seq} ORDER BY seq DESC LIMIT 1
      """,
      """
      INSERT INTO click_networks (run, app, network, seq)
      SELECT run, app, network, seq FROM clicks CROSS JOIN click_runs
      WHERE seq > COALESCE(
          (SELECT old.seq FROM clicks AS old CROSS JOIN click_runs
          WHERE old.seq < run AND old.at < newest_at - 176400000 ORDER BY old.seq DESC LIMIT 1), 0)
        AND seq <= run AND kind = 'click'
      ORDER BY app, network, seq
      """,
      "UPDATE click_runs SET clicks = (SELECT COUNT(*) FROM click_networks)",
      "DROP INDEX clicks_by_network",
    ])
}
