import BeckonModel

extension SessionIndex {
  /// Takes a click in. The running session's lists change by it at once.
  /// - Complexity: a few steps for a session's latest click; for one that comes late, a search in
  ///   the sessions of its item.
  @discardableResult
  public mutating func add(_ click: SessionClick) -> Outcome {
    let time = click.at.milliseconds
    guard click.item <= Self.itemMax, (0...Self.timeMax).contains(time) else { return .refused }
    guard time > horizon else { return .tooOld }
    let slot = slots[click.session] ?? open(click)
    guard !hasClick(click.item, time, in: slot) else { return .known }
    if Int(sessions[Int(slot)].count) == Self.sessionClicksMax {
      guard isBehindFirst(click.item, time, in: slot) else { return .tooOld }
      removeFirstClick(of: slot)
    }
    insert(click.item, time, into: slot)
    makeRoom()
    return slots[click.session] == nil ? .tooOld : .added
  }

  /// Forgets all sessions of a visitor.
  /// - Returns: how many there were.
  /// - Complexity: it looks at every session.
  @discardableResult
  public mutating func forget(visitor: Int64) -> Int {
    let theirs = sessions.indices.filter {
      sessions[$0].isTaken && sessions[$0].visitor == visitor
    }
    for slot in theirs { remove(slot: UInt32(slot)) }
    return theirs.count
  }

  /// Forgets a session.
  /// - Returns: whether it was there.
  @discardableResult
  public mutating func remove(session number: Int64) -> Bool {
    guard let slot = slots[number] else { return false }
    remove(slot: slot)
    return true
  }

  /// Forgets all clicks up to a time, and takes none from before it any more.
  public mutating func forget(upTo time: Instant) {
    horizon = max(horizon, time.milliseconds)
    makeRoom()
  }

  // MARK: sessions

  private mutating func open(_ click: SessionClick) -> UInt32 {
    let stored = StoredSession(
      number: click.session, visitor: click.visitor, newest: -1, start: 0, count: 0, power: 0,
      isTaken: true)
    let slot = freeSlots.popLast() ?? UInt32(sessions.count)
    if Int(slot) == sessions.count { sessions.append(stored) } else { sessions[Int(slot)] = stored }
    slots[click.session] = slot
    bytes += Self.sessionBytes
    return slot
  }

  private mutating func remove(slot: UInt32) {
    while sessions[Int(slot)].isTaken { removeFirstClick(of: slot) }
  }

  private mutating func close(_ slot: UInt32) {
    slots[sessions[Int(slot)].number] = nil
    sessions[Int(slot)].isTaken = false
    freeSlots.append(slot)
    bytes -= Self.sessionBytes
  }

  // MARK: clicks

  private mutating func insert(_ item: UInt32, _ time: Int64, into slot: UInt32) {
    let earlier = lastTime(of: item, in: slot)
    let isLatest = earlier.map { time > $0 } ?? true
    if isLatest, earlier != nil { removeEntry(of: item, slot) }
    let place = placeOfClick(item, time, in: slot)
    let isAtEnd = place == Int(sessions[Int(slot)].count)
    if !isAtEnd { countRepeats(of: slot, by: -1) }
    resize(slot, to: Int(sessions[Int(slot)].count) + 1)
    let session = sessions[Int(slot)]
    let (start, end) = (Int(session.start), Int(session.start) + Int(session.count))
    var moved = end - 1
    while moved > start + place {
      (items[moved], times[moved]) = (items[moved - 1], times[moved - 1])
      moved -= 1
    }
    (items[start + place], times[start + place]) = (item, time)
    clickCount += 1
    noteNewest(of: slot)
    countRepeats(of: slot, by: 1, from: isAtEnd ? place : 0)
    if isLatest { insertEntry(of: item, slot) }
    if place == 0 { noteOldest(of: slot) }
  }

  /// Takes a session's first click away, and the session with its last one.
  private mutating func removeFirstClick(of slot: UInt32) {
    let session = sessions[Int(slot)]
    let (start, count) = (Int(session.start), Int(session.count))
    let item = items[start]
    countRepeats(of: slot, by: -1)
    if lastTime(of: item, in: slot) == times[start] { removeEntry(of: item, slot) }
    for place in start..<(start + count - 1) {
      (items[place], times[place]) = (items[place + 1], times[place + 1])
    }
    clickCount -= 1
    resize(slot, to: count - 1)
    noteNewest(of: slot)
    if count == 1 {
      close(slot)
    } else {
      countRepeats(of: slot, by: 1)
      noteOldest(of: slot)
    }
  }

  /// Gives a session the block that so many clicks need, and never a larger one: so the bytes
  /// depend on what is held, and not on what was.
  private mutating func resize(_ slot: UInt32, to count: Int) {
    let session = sessions[Int(slot)]
    let (old, new) = (Int(session.power), count == 0 ? 0 : BlockPlaces.power(for: count))
    sessions[Int(slot)].count = UInt16(count)
    guard old != new else { return }
    if new > 0 {
      let start = clickPlaces.take(power: new)
      if clickPlaces.end > items.count {
        items += repeatElement(0, count: clickPlaces.end - items.count)
        times += repeatElement(0, count: clickPlaces.end - times.count)
      }
      for place in 0..<min(count, Int(session.count)) {
        items[start + place] = items[Int(session.start) + place]
        times[start + place] = times[Int(session.start) + place]
      }
      sessions[Int(slot)].start = UInt32(start)
    }
    if old > 0 { clickPlaces.giveBack(Int(session.start), power: old) }
    sessions[Int(slot)].power = UInt8(new)
    bytes += Self.clickBytes * (Self.places(new) - Self.places(old))
  }

  private mutating func noteNewest(of slot: UInt32) {
    let session = sessions[Int(slot)]
    let newest = session.count == 0 ? -1 : times[Int(session.start) + Int(session.count) - 1]
    guard newest != session.newest else { return }
    if session.newest >= 0 { spread.count(session.newest, by: -1) }
    if newest >= 0 { spread.count(newest, by: 1) }
    sessions[Int(slot)].newest = newest
  }

  private mutating func countRepeats(of slot: UInt32, by amount: Int64, from first: Int = 0) {
    var counted = repeats
    withClicks(of: slot) { counted.count($0, from: first, by: amount) }
    repeats = counted
  }

  // MARK: room

  /// Lets the oldest clicks go until the rest fits.
  private mutating func makeRoom() {
    if !order.isMade {
      guard bytes > bytesMax || horizon >= 0 else { return }
      order.make(of: sessions.indices.filter { sessions[$0].isTaken }.map { entry(UInt32($0)) })
    }
    while let oldest = order.first {
      guard isCurrent(oldest) else {
        order.removeFirst()
        continue
      }
      guard bytes > bytesMax || oldest.time <= horizon else { return }
      horizon = max(horizon, oldest.time)
      order.removeFirst()
      removeFirstClick(of: oldest.slot)
    }
  }

  private func entry(_ slot: UInt32) -> OldestFirst.Entry {
    let session = sessions[Int(slot)]
    return OldestFirst.Entry(
      time: times[Int(session.start)], number: session.number, slot: slot)
  }

  private func isCurrent(_ entry: OldestFirst.Entry) -> Bool {
    let session = sessions[Int(entry.slot)]
    return session.isTaken && session.number == entry.number
      && times[Int(session.start)] == entry.time
  }

  private mutating func noteOldest(of slot: UInt32) {
    guard order.isMade else { return }
    // What is passed over is thrown away when it is most of the heap.
    if order.count > 2 * sessionCount + 64 {
      order.make(of: sessions.indices.filter { sessions[$0].isTaken }.map { entry(UInt32($0)) })
    } else {
      order.insert(entry(slot))
    }
  }
}
