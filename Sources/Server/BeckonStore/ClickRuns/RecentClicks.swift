import BeckonBasics
import BeckonDatabase
import BeckonModel

/// A network of an app's visitors.
public struct ClickNetwork: Hashable, Comparable, Sendable {
  /// The app's number.
  public let app: Int64
  /// Keyed hash of the network's address.
  public let digest: Identifier

  /// Sorts as the table of runs does.
  public static func < (left: Self, right: Self) -> Bool {
    (left.app, left.digest) < (right.app, right.digest)
  }
}

/// Where a click stands that is in no run yet.
public struct RecentClick: Sendable {
  let network: ClickNetwork
  /// Newer clicks have larger ones.
  let seq: Int64
  let at: Instant
}

/// Clicks that become a run (`ClickRuns`).
public struct NewClickRun: Sendable {
  /// The last click of the run before it.
  public let behind: Int64
  /// The last click that was looked at; it need not be in the run.
  public let last: Int64
  /// When the newest of them was.
  public let newestAt: Instant
  /// Sorted by app and network.
  public let clicks: [RecentClick]

  /// Rows that one transaction writes or deletes.
  static let sliceMax = 2_048

  /// The parts that are written at a time.
  public var slices: [ArraySlice<RecentClick>] {
    stride(from: 0, to: clicks.count, by: Self.sliceMax).map {
      clicks[$0..<min($0 + Self.sliceMax, clicks.count)]
    }
  }
}

/// What a server has in memory of clicks: those that are in no run yet (`ClickRuns`), by network,
/// so that a look-up need not read all of them, and for each run which networks may be in it. It
/// learns them from what is committed, about a second late: what came since, the look-up reads
/// itself. So without any of this it finds the same, and takes longer.
public final class RecentClicks: Sendable {
  /// So many become a run. About 130 bytes of memory each.
  public static let runMin = 65_536
  /// So many are kept at most; more than a run, because clicks come while it is written.
  static let countMax = 2 * runMin
  /// Larger runs, as a migration leaves them, have no filter; of so many runs the newest have one.
  /// Together they take 21 MB at most for runs of the usual size.
  static let (filteredMax, filtersMax) = (Int64(countMax), 256)
  /// Rows read at a time.
  static let pageMax = 16_384

  private struct Kept {
    /// Those up to this one are in runs, or too old.
    var behind: Int64 = 0
    /// Those up to this one are kept.
    var last: Int64 = 0
    var clicks: [ClickNetwork: [RecentClick]] = [:]
    var count = 0
    /// The newest first.
    var runs: [ClickRuns.Run] = []
    /// By the run's name.
    var filters: [Int64: NetworkFilter] = [:]

    mutating func forget(upTo run: Int64) {
      guard run != behind else { return }
      // A database that was restored may have fewer runs than before.
      let stays = run > behind ? clicks.values.flatMap { $0.filter { $0.seq > run } } : []
      (clicks, count) = (Dictionary(grouping: stays, by: \.network), stays.count)
      last = run > behind ? max(last, run) : run
      behind = run
    }
  }

  private let kept = Locked(Kept())
  private let runMin: Int

  /// Nothing yet.
  /// - Parameter runMin: how many become a run.
  public init(runMin: Int = RecentClicks.runMin) { self.runMin = runMin }

  /// Reads what came since; gives whether there is more. Call it where nothing is seen but what is
  /// committed, and not twice at a time.
  /// - Throws: `DatabaseError`.
  public func learn(_ connection: any Connection) throws -> Bool {
    let runs = try ClickRuns(connection).all()
    let isMore = try learn(about: runs, connection)
    let last = kept.withLock { kept -> Int64? in
      kept.forget(upTo: runs.first?.last ?? 0)
      return kept.count < Self.countMax ? kept.last : nil
    }
    guard let last else { return isMore }
    let rows = try connection.rows(
      """
      SELECT seq, app, network, at, kind FROM clicks
      WHERE seq > $1 {settled seq} ORDER BY seq LIMIT $2
      """, [.integer(last), .integer(Int64(Self.pageMax))]
    ) { row in
      (
        click: RecentClick(
          network: ClickNetwork(app: row.integer(1), digest: row.identifier(2)),
          seq: row.integer(0), at: row.instant(3)),
        isClick: row.text(4) == "click"
      )
    }
    kept.withLock { kept in
      for (click, isClick) in rows where isClick {
        kept.clicks[click.network, default: []].append(click)
        kept.count += 1
      }
      kept.last = rows.last?.click.seq ?? kept.last
    }
    return isMore || rows.count == Self.pageMax
  }

  /// Makes the filter of one run that has none; gives whether there are more.
  private func learn(
    about runs: [ClickRuns.Run], _ connection: any Connection
  ) throws -> Bool {
    let filtered = runs.filter { (1...Self.filteredMax).contains($0.count) }
      .prefix(Self.filtersMax).map(\.last)
    let missing = kept.withLock { kept in
      kept.runs = runs
      kept.filters = kept.filters.filter { filtered.contains($0.key) }
      return filtered.filter { kept.filters[$0] == nil }
    }
    guard let run = missing.first else { return false }
    let filter = NetworkFilter(try ClickRuns(connection).networks(of: run))
    kept.withLock { $0.filters[run] = filter }
    return missing.count > 1
  }

  /// The runs, the newest first, and which networks may be in them, by their names.
  var runs: (runs: [ClickRuns.Run], filters: [Int64: NetworkFilter]) {
    kept.withLock { ($0.runs, $0.filters) }
  }

  /// What is to become a run now; `nil` while there is too little for one. Clicks that nobody asks
  /// for any more are left out.
  public func nextRun(at now: Instant) -> NewClickRun? {
    let (behind, last, clicks) = kept.withLock { kept -> (Int64, Int64, [RecentClick]) in
      guard kept.count >= runMin else { return (0, 0, []) }
      return (kept.behind, kept.last, kept.clicks.values.flatMap { $0 })
    }
    guard let newest = clicks.map(\.at).max() else { return nil }
    let asked = clicks.filter { now.milliseconds(since: $0.at) <= ClickRuns.keptMilliseconds }
    return NewClickRun(
      behind: behind, last: last, newestAt: newest,
      clicks: asked.sorted { ($0.network, $0.seq) < ($1.network, $1.seq) })
  }

  /// The newest clicks from networks, the newest last.
  /// - Parameters:
  ///   - run: the last click in a run, as the transaction sees it.
  ///   - limit: so many of each.
  /// - Returns: and the last click that is kept here or in a run; nothing is known of later ones.
  func find(
    _ networks: Set<ClickNetwork>, behind run: Int64, limit: Int
  ) -> (clicks: [ClickNetwork: [Int64]], last: Int64) {
    kept.withLock { kept in
      // The transaction may be older than what was learned.
      guard run >= kept.behind, run < kept.last else { return ([:], run) }
      let found = networks.compactMap { network in
        kept.clicks[network].map { (network, $0.suffix(limit).map(\.seq).filter { $0 > run }) }
      }
      return (Dictionary(uniqueKeysWithValues: found), kept.last)
    }
  }
}
