/// The index as one visitor's answer sees it: without the visitor's own running session.
///
/// So the answer is the same whether the session's last clicks have come into the index yet or not.
struct IndexView {
  let index: SessionIndex
  /// The slot of the visitor's own session, if the index has it.
  let own: UInt32?
  let repeats: RepeatRates
  /// Sessions without the own one.
  let sessionCount: Int
  /// Hours by which sessions lie apart, at least 1: the standard deviation of their last clicks.
  let spreadHours: Float

  init(_ index: SessionIndex, without number: Int64?) {
    self.index = index
    own = number.flatMap { index.slots[$0] }
    var (repeats, spread) = (index.repeats, index.spread)
    if let own {
      let session = index.sessions[Int(own)]
      index.withClicks(of: own) { repeats.count($0, from: 0, by: -1) }
      spread.count(session.newest, by: -1)
    }
    (self.repeats, sessionCount, spreadHours) = (repeats, Int(spread.count), spread.hours)
  }

  /// Hours from a session's last click to a fixed day; only differences say something.
  func hours(_ slot: UInt32) -> Float {
    Float(TimeSpread.hours(index.sessions[Int(slot)].newest))
  }

  /// Where an item's sessions stand, the latest last.
  func posting(_ item: UInt32) -> Posting {
    Int(item) < index.postings.count ? index.postings[Int(item)] : Posting()
  }

  /// In how many sessions an item was seen.
  /// - Parameter isSeen: whether the own session saw it.
  func count(_ item: UInt32, isSeen: Bool) -> Int {
    let count = Int(posting(item).count)
    guard isSeen, let own, index.lastTime(of: item, in: own) != nil else { return count }
    return count - 1
  }
}
