/// The sessions of each item, in the order of their last click on it.
extension SessionIndex {
  /// Gives the items of a session, in the order in which it saw them.
  func withClicks(of slot: UInt32, _ body: (UnsafeBufferPointer<UInt32>) -> Void) {
    let session = sessions[Int(slot)]
    items.withUnsafeBufferPointer { items in
      let start = Int(session.start)
      body(UnsafeBufferPointer(rebasing: items[start..<(start + Int(session.count))]))
    }
  }

  /// When a session last saw an item.
  func lastTime(of item: UInt32, in slot: UInt32) -> Int64? {
    let session = sessions[Int(slot)]
    var place = Int(session.start) + Int(session.count) - 1
    while place >= Int(session.start) {
      if items[place] == item { return times[place] }
      place -= 1
    }
    return nil
  }

  /// Whether a session has this very click.
  func hasClick(_ item: UInt32, _ time: Int64, in slot: UInt32) -> Bool {
    let session = sessions[Int(slot)]
    return (Int(session.start)..<Int(session.start) + Int(session.count)).contains {
      items[$0] == item && times[$0] == time
    }
  }

  /// Where a click belongs among those of its session: by time, then by item.
  func placeOfClick(_ item: UInt32, _ time: Int64, in slot: UInt32) -> Int {
    let session = sessions[Int(slot)]
    var place = Int(session.count)
    while place > 0 {
      let before = Int(session.start) + place - 1
      guard times[before] > time || (times[before] == time && items[before] > item) else { break }
      place -= 1
    }
    return place
  }

  /// Whether a click belongs behind the first one of its session.
  func isBehindFirst(_ item: UInt32, _ time: Int64, in slot: UInt32) -> Bool {
    placeOfClick(item, time, in: slot) > 0
  }

  /// Puts a session among those of an item.
  mutating func insertEntry(of item: UInt32, _ slot: UInt32) {
    if Int(item) >= postings.count {
      let missing = Int(item) + 1 - postings.count
      postings += repeatElement(Posting(), count: missing)
    }
    let place = placeOfEntry(of: item, slot)
    resize(item, to: Int(postings[Int(item)].count) + 1)
    let posting = postings[Int(item)]
    var moved = Int(posting.start) + Int(posting.count) - 1
    while moved > Int(posting.start) + place {
      postingSlots[moved] = postingSlots[moved - 1]
      moved -= 1
    }
    postingSlots[moved] = slot
    entryCount += 1
  }

  /// Takes a session away from those of an item. Its clicks must still stand.
  mutating func removeEntry(of item: UInt32, _ slot: UInt32) {
    let posting = postings[Int(item)]
    let end = Int(posting.start) + Int(posting.count)
    for place in (Int(posting.start) + placeOfEntry(of: item, slot))..<(end - 1) {
      postingSlots[place] = postingSlots[place + 1]
    }
    entryCount -= 1
    resize(item, to: Int(posting.count) - 1)
  }

  /// How many of an item's sessions come before one.
  private func placeOfEntry(of item: UInt32, _ slot: UInt32) -> Int {
    let posting = postings[Int(item)]
    let start = Int(posting.start)
    let time = lastTime(of: item, in: slot) ?? 0
    var (low, high) = (0, Int(posting.count))
    // Most clicks are the latest of their item.
    if high > 0, isBefore(postingSlots[start + high - 1], slot, time, item) { return high }
    while low < high {
      let middle = (low + high) / 2
      if isBefore(postingSlots[start + middle], slot, time, item) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private func isBefore(_ one: UInt32, _ other: UInt32, _ time: Int64, _ item: UInt32) -> Bool {
    let ones = lastTime(of: item, in: one) ?? 0
    return ones != time
      ? ones < time : sessions[Int(one)].number < sessions[Int(other)].number
  }

  private mutating func resize(_ item: UInt32, to count: Int) {
    let posting = postings[Int(item)]
    let (old, new) = (Int(posting.power), count == 0 ? 0 : BlockPlaces.power(for: count))
    postings[Int(item)].count = UInt32(count)
    guard old != new else { return }
    if new > 0 {
      let start = postingPlaces.take(power: new)
      if postingPlaces.end > postingSlots.count {
        postingSlots += repeatElement(0, count: postingPlaces.end - postingSlots.count)
      }
      for place in 0..<min(count, Int(posting.count)) {
        postingSlots[start + place] = postingSlots[Int(posting.start) + place]
      }
      postings[Int(item)].start = UInt32(start)
    }
    if old > 0 { postingPlaces.giveBack(Int(posting.start), power: old) }
    postings[Int(item)].power = UInt8(new)
    bytes += Self.entryBytes * (Self.places(new) - Self.places(old))
    if (old == 0) != (new == 0) { bytes += new == 0 ? -Self.postingBytes : Self.postingBytes }
  }
}
