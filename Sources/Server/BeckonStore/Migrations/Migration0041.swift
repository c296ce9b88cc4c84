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
      // In the order of the table, and then sorted: the old index would give each row from another
      // page. Each says for itself whether it is young, since clocks may have been wrong.
      """
      INSERT INTO click_networks (run, app, network, seq)
      SELECT (SELECT run FROM click_runs), app, network, seq FROM clicks
      WHERE seq <= (SELECT run FROM click_runs) AND kind = 'click'
        AND at >= (SELECT newest_at FROM click_runs) - 176400000
      ORDER BY app + 0, network, seq
      """,
      "UPDATE click_runs SET clicks = (SELECT COUNT(*) FROM click_networks)",
      "DROP INDEX clicks_by_network",
    ])
}
