import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Clicks {
  /// A look for the clicks that an install may belong to.
  struct Search {
    /// The install's network.
    let network: ClickNetwork
    /// How far back.
    let since: Instant
  }

  /// The newest clicks from a network.
  /// - Parameter caughtUp: as below.
  /// - Throws: `DatabaseError`.
  func candidates(
    from network: String, since: Instant, caughtUp: RecentClicks.Generation? = nil
  ) throws -> ClickCandidates {
    let digest = scope.app.digest(ofNetwork: network)
    let search = Search(
      network: ClickNetwork(app: scope.app.number, digest: digest), since: since)
    return try Self.candidates(
      for: [search], recent: scope.app.recentClicks, caughtUp: caughtUp, in: scope.connection
    )[0]
  }

  /// The newest clicks that each search finds, the newest first; none for `nil`.
  /// - Parameters:
  ///   - recent: what is in memory of the clicks that are in no run.
  ///   - caughtUp: what it gave when it caught up after the calls had come that ask.
  /// - Throws: `DatabaseError`.
  static func candidates(
    for searches: [Search?], recent: RecentClicks?, caughtUp: RecentClicks.Generation? = nil,
    in connection: any Connection
  ) throws -> [ClickCandidates] {
    let asked = searches.enumerated().compactMap { index, search in
      search.map { (index: index, search: $0) }
    }
    var found = [[Found]](repeating: [], count: searches.count)
    guard !asked.isEmpty else { return found.map { ClickCandidates($0.map(\.click)) } }
    let end = try ClickRuns(connection).end(recent, caughtUp: caughtUp)
    let runs = try ClickRuns(connection).known(recent, last: end.run)
    try findUnsorted(asked, end, recent, caughtUp, &found, connection)
    var waiting = asked.map { index, search in
      let names = runs.names(holding: search.network, since: search.since)
      return (index: index, search: search, runs: names[...])
    }
    // Twice as many runs each time: a network of many clicks is full after a few.
    var count = 1
    while true {
      waiting = waiting.filter { !$0.runs.isEmpty && found[$0.index].count < limit }
      guard !waiting.isEmpty else { break }
      let rows = waiting.flatMap { index, search, runs in
        runs.prefix(count).map { values(index, search) + [.integer($0), .integer(Int64(limit))] }
      }
      for row in try connection.rows(byRun, for: rows, candidate) { found[row.index].append(row) }
      for index in waiting.indices {
        waiting[index].runs.removeFirst(min(count, waiting[index].runs.count))
      }
      count *= 2
    }
    return found.map(newest)
  }

  /// One more than are compared, which tells that there are more.
  private static let limit = ClickCandidates.countMax + 1

  private static func newest(of found: [Found]) -> ClickCandidates {
    let newest = found.sorted { $0.seq > $1.seq }.prefix(ClickCandidates.countMax)
    return ClickCandidates(newest.map(\.click), isTruncated: found.count >= limit)
  }

  /// Finds the clicks that are in no run.
  private static func findUnsorted(
    _ asked: [(index: Int, search: Search)], _ end: ClickEnd, _ recent: RecentClicks?,
    _ caughtUp: RecentClicks.Generation?, _ found: inout [[Found]], _ connection: any Connection
  ) throws {
    // Some in memory may be committed after this transaction began, which cannot see them. Older
    // ones are asked for then.
    var (waiting, count) = (asked, limit)
    while !waiting.isEmpty {
      let known = try newest(
        of: Set(waiting.map(\.search.network)), end, limit: count, recent, caughtUp, connection)
      let places = waiting.map { known[$0.search.network]?.suffix(count) ?? [] }
      let rows = zip(waiting, places).flatMap { one, clicks in
        clicks.map { values(one.index, one.search) + [.integer($0.seq)] }
      }
      for (index, _) in waiting { found[index] = [] }
      for row in try connection.rows(byPlace, for: rows, candidate) { found[row.index].append(row) }
      waiting = zip(waiting, places).filter { one, clicks in
        guard clicks.count == count, let oldest = clicks.first else { return false }
        return oldest.at >= one.search.since && found[one.index].count < limit
      }.map(\.0)
      count *= 4
    }
  }

  /// The newest clicks from networks that are in no run, the newest last; `limit` of each, and
  /// those that are not settled.
  private static func newest(
    of networks: Set<ClickNetwork>, _ end: ClickEnd, limit: Int, _ recent: RecentClicks?,
    _ caughtUp: RecentClicks.Generation?, _ connection: any Connection
  ) throws -> [ClickNetwork: [RecentClick]] {
    let known = recent?.find(networks, behind: end.run, limit: limit, caughtUp: caughtUp)
    if let known, known.last == nil { return known.clicks }
    var found = known?.clicks ?? [:]
    let last = (known?.last ?? nil) ?? end.run
    let (behind, clicks) =
      if let behind = end.behind, behind <= last {
        (behind, end.clicks)
      } else {
        // Memory was emptied since the end was read, or knows runs that this transaction does not.
        (last, try ClickRuns(connection).clicks(behind: last))
      }
    // Those of the table take the place of those that memory knows too.
    for network in found.keys { found[network]?.removeAll { $0.seq > behind } }
    for click in clicks where networks.contains(click.network) {
      found[click.network, default: []].append(click)
    }
    return found
  }

  // MARK: Statements

  private struct Found {
    /// Of the search.
    let index: Int
    /// Newer clicks have larger ones.
    let seq: Int64
    let click: ClickCandidate
  }

  private static func values(_ index: Int, _ search: Search) -> [DatabaseValue] {
    [
      .integer(search.network.app), .identifier(search.network.digest), .instant(search.since),
      .integer(Int64(index)),
    ]
  }

  private static let parameters: [Insertion.Column] = [
    .integer("app"), .identifier("network"), .integer("since"), .integer("index"),
  ]

  /// The claim is no join: where a planner takes the table of claims for small, it would walk all
  /// of an app's.
  private static let columns: SQL = """
    clicks.id, clicks.link, clicks.at, clicks.network_class, clicks.platform,
      clicks.os_version, clicks.device_model, clicks.screen, clicks.language,
      clicks.time_zone, (SELECT install FROM click_claims
        WHERE click_claims.app = clicks.app AND click_claims.click = clicks.id),
      clicks.seq, $4
    """

  private static let byPlace = BulkStatement(
    """
    SELECT \(columns) FROM clicks
    WHERE clicks.seq = $5 AND clicks.app = $1 AND clicks.network = $2 AND clicks.at >= $3
    """, parameters + [.integer("seq")])

  private static let byRun = BulkStatement(
    """
    SELECT \(columns) FROM click_networks JOIN clicks ON clicks.seq = click_networks.seq
    WHERE click_networks.run = $5 AND click_networks.app = $1 AND click_networks.network = $2
      AND clicks.app = $1 AND clicks.network = $2 AND clicks.at >= $3
    ORDER BY click_networks.seq DESC LIMIT $6
    """, parameters + [.integer("run"), .integer("limit")])

  private static func candidate(_ row: any Row) throws -> Found {
    let signals = Signals(
      network: "", networkClass: try row.choice(3), platform: try row.choice(4),
      osVersion: row.optionalText(5), deviceModel: row.optionalText(6),
      screen: row.optionalText(7).flatMap(screen), language: row.optionalText(8),
      timeZone: row.optionalText(9).flatMap(TimeZoneSignal.init(text:)))
    let click = ClickCandidate(
      click: row.id(0), link: row.id(1), at: row.instant(2), signals: signals,
      isClaimed: !row.isNull(10))
    return Found(index: Int(row.integer(12)), seq: row.integer(11), click: click)
  }
}

extension ClickCandidates {
  /// The same after some of them have been claimed.
  func claimed(_ claimed: Set<ClickID>) -> ClickCandidates {
    guard !claimed.isEmpty else { return self }
    let clicks = clicks.map { click in
      ClickCandidate(
        click: click.click, link: click.link, at: click.at, signals: click.signals,
        isClaimed: click.isClaimed || claimed.contains(click.click))
    }
    return ClickCandidates(clicks, isTruncated: isTruncated)
  }
}
