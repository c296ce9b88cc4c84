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

  /// The click of a row of these columns in this order: `seq, app, network, at`.
  init(_ row: any Row) {
    network = ClickNetwork(app: row.integer(1), digest: row.identifier(2))
    (seq, at) = (row.integer(0), row.instant(3))
  }
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

  /// Rows that one transaction writes or deletes: on SQLite, no click is stored while it runs.
  public static let sliceMax = 256
  /// The same where others write meanwhile.
  public static let largeSliceMax = 2_048

  /// The parts that are written at a time.
  public func slices(of most: Int = sliceMax) -> [ArraySlice<RecentClick>] {
    stride(from: 0, to: clicks.count, by: most).map {
      clicks[$0..<min($0 + most, clicks.count)]
    }
  }
}

/// What a server has in memory of clicks: those that are in no run yet (`ClickRuns`), by network,
/// so that a look-up need not read all of them, and for each run which networks may be in it. It
/// learns them from what is committed, some moments late: what came since, the look-up reads
/// itself. So without any of this it finds the same, and takes longer.
public final class RecentClicks: Sendable {
  /// So many rows behind the last run become one. About 130 bytes of memory for each click.
  public static let runMin = 65_536
  /// So many are kept about; more than a run, because clicks come while it is written.
  static let countMax = 2 * runMin
  /// Rows read at a time.
  static let pageMax = 16_384

  /// Tells memory from what it is after it was emptied.
  public typealias Generation = Int

  private struct Kept {
    var generation: Generation = 0
    /// Those up to this one are in runs, or too old.
    var behind: Int64 = 0
    /// Those up to this one are kept.
    var last: Int64 = 0
    var clicks: [ClickNetwork: [RecentClick]] = [:]
    /// Rows that were read behind the last run, clicks and other visits.
    var count = 0
    /// Clicks behind those that are settled, by number: where transactions are under way, others
    /// may still come before them.
    var unsettled: [Int64: RecentClick] = [:]
    var runs: KnownRuns

    mutating func forgetAll(upTo run: Int64) {
      self = Kept(generation: generation + 1, behind: run, last: run, runs: runs.emptied)
    }

    mutating func forget(upTo run: Int64) {
      guard run > behind else { return }
      let stays = clicks.values.flatMap { $0.filter { $0.seq > run } }
      (clicks, count) = (Dictionary(grouping: stays, by: \.network), stays.count)
      (behind, last) = (run, max(last, run))
      unsettled = unsettled.filter { $0.key > last }
    }

    /// Takes rows that are settled; some may be known from somebody who read at the same time.
    mutating func take(_ rows: [(click: RecentClick, isClick: Bool)]) {
      for (click, isClick) in rows where click.seq > last {
        count += 1
        last = click.seq
        if isClick { clicks[click.network, default: []].append(click) }
      }
      guard !rows.isEmpty else { return }
      unsettled = unsettled.filter { $0.key > last }
    }
  }

  private let kept: Locked<Kept>
  private let runMin: Int
  private let fewMax: Int

  /// Nothing yet.
  /// - Parameters:
  ///   - runMin: how many become a run.
  ///   - fewMax: so many rows are few enough to be read once more by each look.
  public init(runMin: Int = RecentClicks.runMin, fewMax: Int = 256) {
    kept = Locked(Kept(runs: KnownRuns(clicks: runMin)))
    self.runMin = runMin
    self.fewMax = fewMax
  }

  // MARK: Learning

  /// Forgets all clicks: the database may have lost some that were known.
  public func forget() { kept.withLock { $0.forgetAll(upTo: 0) } }

  /// Reads what came since, and about new runs; gives whether there is more. Call it where nothing
  /// is seen but what is committed, and not twice at a time.
  /// - Throws: `DatabaseError`.
  public func learn(_ connection: any Connection) throws -> Bool {
    let runs = try ClickRuns(connection).all()
    let run = runs.first?.last ?? 0
    // A database that was restored may have fewer runs than before.
    kept.withLock { if run < $0.behind { $0.forgetAll(upTo: run) } }
    let isMore = try learn(about: runs, connection)
    return try !learn(behind: run, connection) || isMore
  }

  /// Reads what came since, so that a call that came before this need not look at the table itself:
  /// what was committed before is known after this, as long as the generation that it gives is the
  /// same; `nil` when that is too much, or others change what is known just then.
  /// - Throws: `DatabaseError`.
  public func catchUp(_ connection: any Connection) throws -> Generation? {
    let run = try ClickRuns(connection).last()
    // What is settled is not asked where little came: on PostgreSQL that takes longer than to read
    // a few rows again.
    if let generation = try look(behind: run, most: fewMax, connection) { return generation }
    guard try learn(behind: run, connection) else { return nil }
    return try look(behind: run, most: Self.pageMax, connection)
  }

  /// Reads what came since, settled or not, if it is less than so much.
  private func look(
    behind run: Int64, most: Int, _ connection: any Connection
  ) throws -> Generation? {
    guard let known = known(behind: run) else { return nil }
    let rows = try connection.rows(
      """
      SELECT seq, app, network, at FROM clicks WHERE seq > $1 AND kind = 'click'
      ORDER BY seq LIMIT $2
      """, [.integer(known.last), .integer(most)], RecentClick.init)
    return kept.withLock { kept in
      guard kept.generation == known.generation, rows.count < most,
        kept.unsettled.count < Self.countMax
      else { return nil }
      for click in rows where click.seq > kept.last { kept.unsettled[click.seq] = click }
      return known.generation
    }
  }

  /// Up to which click all are known that are in no run; `nil` when there are too many, or somebody
  /// has found another newest run meanwhile.
  private func known(behind run: Int64) -> (generation: Generation, last: Int64)? {
    kept.withLock { kept in
      kept.forget(upTo: run)
      return kept.behind == run && kept.count < Self.countMax ? (kept.generation, kept.last) : nil
    }
  }

  /// Reads what is settled, and gives whether that was all.
  private func learn(behind run: Int64, _ connection: any Connection) throws -> Bool {
    guard let known = known(behind: run) else { return false }
    let rows = try connection.rows(
      """
      SELECT seq, app, network, at, kind FROM clicks
      WHERE seq > $1 {settled seq} ORDER BY seq LIMIT $2
      """, [.integer(known.last), .integer(Int64(Self.pageMax))]
    ) { (click: RecentClick($0), isClick: $0.text(4) == "click") }
    return kept.withLock { kept in
      guard kept.generation == known.generation, kept.behind == run else { return false }
      kept.take(rows)
      return rows.count < Self.pageMax
    }
  }

  /// Makes the filter of one run that has none; gives whether there are more.
  private func learn(
    about runs: [ClickRuns.Run], _ connection: any Connection
  ) throws -> Bool {
    let (generation, known) = kept.withLock { kept in
      kept.runs.take(runs)
      return (kept.generation, kept.runs)
    }
    guard let run = known.missing.first else { return false }
    var more = known
    more.add(try ClickRuns(connection).networks(of: run), of: run)
    kept.withLock { if $0.generation == generation { $0.runs = more } }
    return !more.missing.isEmpty
  }

  // MARK: Telling

  /// The runs, and which networks may be in them.
  var runs: KnownRuns { kept.withLock { $0.runs } }

  /// The generation, and the click up to which all are known that are in no run.
  var known: (generation: Generation, last: Int64) { kept.withLock { ($0.generation, $0.last) } }

  /// What is to become a run now; `nil` while there is too little for one. Clicks that nobody asks
  /// for any more are left out.
  public func nextRun(at now: Instant) -> NewClickRun? {
    let (behind, last, clicks) = kept.withLock { kept -> (Int64, Int64, [RecentClick]?) in
      guard kept.count >= runMin else { return (0, 0, nil) }
      return (kept.behind, kept.last, kept.clicks.values.flatMap { $0 })
    }
    guard let clicks else { return nil }
    // A clock that is wrong now, or was, makes no click older than the others are.
    let newest = min(clicks.map(\.at).max() ?? now, now)
    let asked = clicks.filter { newest.milliseconds(since: $0.at) <= ClickRuns.keptMilliseconds }
    return NewClickRun(
      behind: behind, last: last, newestAt: newest,
      clicks: asked.sorted { ($0.network, $0.seq) < ($1.network, $1.seq) })
  }

  /// The newest clicks from networks, the newest last.
  /// - Parameters:
  ///   - run: the last click in a run, as the transaction sees it.
  ///   - limit: so many of each, and those that are not settled.
  ///   - generation: what was given to the calls that ask; `nil` when one has not caught up.
  /// - Returns: and the last click before which none is missing, `nil` when none is missing at all;
  ///   nothing when the transaction is older than what was learned.
  func find(
    _ networks: Set<ClickNetwork>, behind run: Int64, limit: Int, caughtUp generation: Generation?
  ) -> (clicks: [ClickNetwork: [RecentClick]], last: Int64?)? {
    kept.withLock { kept in
      guard run >= kept.behind else { return nil }
      var found: [ClickNetwork: [RecentClick]] = [:]
      for network in networks {
        guard let clicks = kept.clicks[network] else { continue }
        found[network] = clicks.suffix(limit).filter { $0.seq > run }
      }
      let unsettled = kept.unsettled.values.filter {
        $0.seq > run && networks.contains($0.network)
      }
      for click in unsettled.sorted(by: { $0.seq < $1.seq }) {
        found[click.network, default: []].append(click)
      }
      return (found, generation == kept.generation ? nil : max(kept.last, run))
    }
  }
}
