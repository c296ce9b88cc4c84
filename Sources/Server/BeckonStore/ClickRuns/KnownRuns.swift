import BeckonModel

/// The runs of clicks, and what is in memory of which networks are in them.
struct KnownRuns: Sendable {
  /// So many runs have filters, the newest first: 42 MB.
  static let filteredMax = 512
  /// A run that is larger than a server makes them, as a migration does, has none.
  private static let clicksMax = Int64(RecentClicks.countMax + RecentClicks.pageMax)

  /// A run, and where its filter stands.
  struct Entry: Sendable {
    let run: ClickRuns.Run
    let place: NetworkFilters.Place?
  }

  /// The newest first.
  private(set) var entries: [Entry] = []
  private var filters: NetworkFilters
  private let clicks: Int

  /// Those without filters.
  /// - Parameters:
  ///   - runs: the newest first.
  ///   - clicks: how many a run usually has.
  init(_ runs: [ClickRuns.Run] = [], clicks: Int = RecentClicks.runMin) {
    self.clicks = clicks
    filters = NetworkFilters(clicks: clicks)
    entries = runs.map { Entry(run: $0, place: nil) }
  }

  /// None, and none in memory.
  var emptied: Self { KnownRuns(clicks: clicks) }

  /// The number of the last click that is in a run; 0 while there is none.
  var last: Int64 { entries.first?.run.last ?? 0 }

  /// The names of the runs that may hold clicks of a network since then, the newest first.
  func names(holding network: ClickNetwork, since: Instant) -> [Int64] {
    let answer = filters.runs(of: network)
    return entries.lazy.filter { entry in
      entry.run.newestAt >= since && entry.run.count > 0 && entry.place.map(answer.holds) ?? true
    }.map(\.run.last)
  }

  // MARK: Learning

  /// These runs, the newest first, with the filters that are known of them.
  func renewed(by runs: [ClickRuns.Run]) -> Self {
    let known = entries.compactMap { entry in entry.place.map { (entry.run.last, $0) } }
    let places = Dictionary(uniqueKeysWithValues: known)
    var renewed = self
    renewed.entries = runs.map { Entry(run: $0, place: places[$0.last]) }
    return renewed
  }

  /// Takes the runs that there are now, the newest first, and gives up the filters of others.
  mutating func take(_ runs: [ClickRuns.Run]) {
    let filtered = Self.filtered(among: runs)
    for index in entries.indices where !filtered.contains(entries[index].run.last) {
      guard let place = entries[index].place else { continue }
      filters.remove(place)
      entries[index] = Entry(run: entries[index].run, place: nil)
    }
    self = renewed(by: runs)
  }

  /// The names of the runs that should have a filter and have none, the newest first.
  var missing: [Int64] {
    let filtered = Self.filtered(among: entries.map(\.run))
    return entries.filter { $0.place == nil && filtered.contains($0.run.last) }.map(\.run.last)
  }

  /// Makes the filter of a run.
  mutating func add(_ networks: some Collection<ClickNetwork>, of name: Int64) {
    guard let index = entries.firstIndex(where: { $0.run.last == name }) else { return }
    entries[index] = Entry(run: entries[index].run, place: filters.add(networks))
  }

  /// The names of those that should have a filter.
  private static func filtered(among runs: [ClickRuns.Run]) -> Set<Int64> {
    Set(
      runs.lazy.filter { (1...clicksMax).contains($0.count) }.prefix(filteredMax).map(\.last))
  }
}
