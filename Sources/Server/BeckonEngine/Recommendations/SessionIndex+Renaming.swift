import BeckonModel

/// What has got another number or another owner, and what is old.
extension SessionIndex {
  /// Whether a click is as old as this.
  /// - Complexity: it looks at every session.
  func hasClick(upTo time: Instant) -> Bool {
    sessions.contains { $0.isTaken && times[Int($0.start)] <= time.milliseconds }
  }

  /// Makes room for an item among the numbers: those from `first` on move by one.
  /// - Complexity: it looks at every click.
  mutating func makePlace(at first: UInt32) {
    guard Int(first) < postings.count else { return }
    for place in items.indices where items[place] >= first { items[place] += 1 }
    postings.insert(Posting(), at: Int(first))
  }

  /// Makes all sessions of a visitor another's.
  /// - Complexity: it looks at every session.
  mutating func move(visitor old: Int64, to new: Int64) {
    for slot in sessions.indices where sessions[slot].visitor == old {
      sessions[slot].visitor = new
    }
  }
}
