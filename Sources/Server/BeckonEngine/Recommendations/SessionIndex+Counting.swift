import BeckonModel

/// What is counted in an index.
extension SessionIndex {
  /// The highest number of an item that it has heard of, and 1; 0 if there is none.
  public var itemEnd: UInt32 { UInt32(postings.count) }

  /// In how many sessions an item was seen.
  public func sessionCount(of item: UInt32) -> Int {
    Int(item) < postings.count ? Int(postings[Int(item)].count) : 0
  }

  /// In how many sessions an item was seen since a time.
  public func sessionCount(of item: UInt32, since start: Instant) -> Int {
    guard Int(item) < postings.count else { return 0 }
    let posting = postings[Int(item)]
    guard start.milliseconds > 0 else { return Int(posting.count) }
    var (low, high) = (0, Int(posting.count))
    while low < high {
      let middle = (low + high) / 2
      if isSeen(item, inEntry: middle, since: start) { high = middle } else { low = middle + 1 }
    }
    return Int(posting.count) - low
  }

  /// Whether an item was seen in so many sessions since a time: most of a shop's items were not,
  /// and that costs one look.
  func isSeen(_ item: UInt32, inSessions min: Int, since start: Instant) -> Bool {
    let count = sessionCount(of: item)
    return count >= min && isSeen(item, inEntry: count - min, since: start)
  }

  /// Whether the session that stands there among those of an item saw it since a time.
  private func isSeen(_ item: UInt32, inEntry entry: Int, since start: Instant) -> Bool {
    let slot = postingSlots[Int(postings[Int(item)].start) + entry]
    return (lastTime(of: item, in: slot) ?? 0) >= start.milliseconds
  }

  /// Sessions of an item that are looked at, to find out how many visitors saw it.
  private static let visitedSessionsMax = 1_000

  /// Whether so many visitors saw an item, among its latest sessions.
  func isSeen(_ item: UInt32, byVisitors min: Int) -> Bool {
    guard Int(item) < postings.count else { return false }
    let posting = postings[Int(item)]
    let end = Int(posting.start) + Int(posting.count)
    var visitors: Set<Int64> = []
    let first = max(Int(posting.start), end - Self.visitedSessionsMax)
    for slot in postingSlots[first..<end].reversed() where visitors.count < min {
      visitors.insert(sessions[Int(slot)].visitor)
    }
    return visitors.count >= min
  }

  /// How many of an item's latest sessions have each other item.
  func together(with item: UInt32, sessionsMax: Int) -> [UInt32: Int] {
    guard Int(item) < postings.count else { return [:] }
    let posting = postings[Int(item)]
    let end = Int(posting.start) + Int(posting.count)
    var counts: [UInt32: Int] = [:]
    for slot in postingSlots[max(Int(posting.start), end - sessionsMax)..<end] {
      withClicks(of: slot) { clicks in
        for other in Set(clicks) where other != item { counts[other, default: 0] += 1 }
      }
    }
    return counts
  }
}
