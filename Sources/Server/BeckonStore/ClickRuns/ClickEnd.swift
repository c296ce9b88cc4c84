import BeckonDatabase
import BeckonModel

/// The end of the clicks as a transaction sees it.
struct ClickEnd {
  /// The number of the last click that is in a run; 0 while there is none.
  let run: Int64
  /// Where `clicks` begin; `nil` when those who ask have caught up, and none was read.
  let behind: Int64?
  /// All clicks behind it, the newest last.
  let clicks: [RecentClick]
}

extension ClickRuns {
  /// Reads what memory does not know yet. On PostgreSQL that lets a transaction meet those that
  /// store clicks, so who asks often catches up before it (`RecentClicks.catchUp`).
  /// - Throws: `DatabaseError`.
  func end(
    _ recent: RecentClicks?, caughtUp: RecentClicks.Generation?
  ) throws -> ClickEnd {
    let known = recent?.known
    if let known, known.generation == caughtUp {
      return ClickEnd(run: try last(), behind: nil, clicks: [])
    }
    guard let known, known.last > 0 else {
      let run = try last()
      return ClickEnd(run: run, behind: run, clicks: try clicks(behind: run))
    }
    // An install that nobody clicked for costs little more than its statements: one for both.
    var run: Int64 = 0
    let clicks = try connection.rows(
      """
      SELECT MAX(run), NULL, NULL, NULL FROM click_runs
      UNION ALL
      SELECT seq, app, network, at FROM clicks WHERE seq > $1 AND kind = 'click'
      """, [.integer(known.last)]
    ) { row -> RecentClick? in
      guard row.isNull(1) else { return RecentClick(row) }
      run = row.isNull(0) ? 0 : row.integer(0)
      return nil
    }
    return ClickEnd(
      run: run, behind: max(run, known.last),
      clicks: clicks.compactMap { $0 }.filter { $0.seq > run }.sorted { $0.seq < $1.seq })
  }

  /// All clicks behind one, the newest last.
  /// - Throws: `DatabaseError`.
  func clicks(behind seq: Int64) throws -> [RecentClick] {
    try connection.rows(
      """
      SELECT seq, app, network, at FROM clicks
      WHERE seq > $1 AND kind = 'click' ORDER BY seq
      """, [.integer(seq)], RecentClick.init)
  }
}
