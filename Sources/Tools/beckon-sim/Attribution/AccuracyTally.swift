import BeckonModel

/// Decisions counted against the truth.
struct AccuracyTally {
  /// Installs of one kind.
  struct Counts {
    var installs = 0
    /// Those whose person opened a link before.
    var fromLinks = 0
    /// Matches by type.
    var matches: [MatchType: Int] = [:]
    /// Of these such as name a link that this person opened.
    var right: [MatchType: Int] = [:]
    /// Of these such as name not the last one.
    var notLast: [MatchType: Int] = [:]

    /// Share of matches of this type that are right; `nil` without any.
    func precision(_ type: MatchType) -> Double? {
      Self.ratio(right[type] ?? 0, matches[type] ?? 0)
    }

    /// Share of installs from links that were matched rightly, by this type or a better one.
    func recall(atLeast type: MatchType) -> Double? {
      Self.ratio(right.filter { $0.key >= type }.reduce(0) { $0 + $1.value }, fromLinks)
    }

    private static func ratio(_ part: Int, _ whole: Int) -> Double? {
      whole == 0 ? nil : Double(part) / Double(whole)
    }
  }

  /// How long after the last click the first launch came.
  static let windows: [(name: String, minutes: Double)] = [
    ("under 5 min", 5), ("5-20 min", 20), ("20-60 min", 60), ("1-24 h", 1_440),
    ("over 24 h", .infinity),
  ]
  static let matchTypes: [MatchType] = [.unique, .default, .weak]

  private(set) var all = Counts()
  private(set) var bySize: [String: Counts] = [:]
  /// By the time that really passed; installs without a click are left out.
  private(set) var byDelay: [String: Counts] = [:]
  /// By the age of the click that was matched by network and device.
  private(set) var byAge: [String: Counts] = [:]
  private(set) var byPlatform: [String: Counts] = [:]
  private(set) var reasons: [String: Int] = [:]

  mutating func count(_ launch: SimulatedLaunch, _ match: SimulatedMatch) {
    func add(to counts: inout Counts) { Self.add(launch, match, to: &counts) }
    add(to: &all)
    add(to: &bySize[launch.networkSize, default: Counts()])
    add(to: &byPlatform[launch.device.platform.rawValue, default: Counts()])
    if let age = launch.age { add(to: &byDelay[Self.window(age), default: Counts()]) }
    if let age = match.age, match.type != .unique {
      add(to: &byAge[Self.window(age), default: Counts()])
    }
    reasons[match.reason, default: 0] += 1
  }

  private static func add(
    _ launch: SimulatedLaunch, _ match: SimulatedMatch, to counts: inout Counts
  ) {
    counts.installs += 1
    if !launch.ownLinks.isEmpty { counts.fromLinks += 1 }
    guard match.type != .none, let link = match.link else { return }
    counts.matches[match.type, default: 0] += 1
    guard launch.ownLinks.contains(link) else { return }
    counts.right[match.type, default: 0] += 1
    if launch.ownLinks.last != link { counts.notLast[match.type, default: 0] += 1 }
  }

  private static func window(_ milliseconds: Int64) -> String {
    let minutes = Double(milliseconds) / 60_000
    return windows.first { minutes < $0.minutes }?.name ?? ""
  }
}
