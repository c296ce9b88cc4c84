import BeckonEngine
import BeckonModel
import BeckonTesting
import Testing

/// What the index holds.
@Suite struct SessionIndexTests {
  @Test("It depends on the clicks, not on their order", arguments: [1 << 20, 12_000])
  func order(bytesMax: Int) {
    var generator = SeededGenerator(announcedFor: "clicks in any order")
    let clicks = Shop.clicks(of: &generator, sessions: 120)
    let portrait = Shop.portrait(of: Shop.index(clicks, bytesMax: bytesMax))
    for _ in 0..<8 {
      let shuffled = (clicks + clicks.prefix(20)).shuffled(using: &generator)
      #expect(Shop.portrait(of: Shop.index(shuffled, bytesMax: bytesMax)) == portrait)
    }
  }

  @Test("A visitor who is forgotten was never there")
  func forgetting() {
    var generator = SeededGenerator(announcedFor: "visitors to forget")
    let clicks = Shop.clicks(of: &generator, sessions: 120)
    var index = Shop.index(clicks)
    let (forgotten, again) = (index.forget(visitor: 5), index.forget(visitor: 5))
    #expect((forgotten, again) == (7, 0))
    let (removed, twice) = (index.remove(session: 1), index.remove(session: 1))
    #expect((removed, twice) == (true, false))
    let others = clicks.filter { $0.visitor != 5 && $0.session != 1 }
    #expect(Shop.portrait(of: index) == Shop.portrait(of: Shop.index(others)))
  }

  @Test("A forgotten session's room is used again")
  func room() {
    var index = Shop.index([[1, 2, 3], [1, 4]])
    let bytes = index.bytes
    for number in 3..<1_000 {
      index.add(SessionClick(session: Int64(number), visitor: 9, item: 5, at: Shop.at(hours: 9)))
      index.forget(visitor: 9)
    }
    #expect(index.bytes == bytes)
    #expect(index.sessionCount == 2)
  }

  @Test("A click of a running session changes the lists of others at once")
  func running() {
    var index = Shop.index([[1, 2]])
    var search = NeighbourSearch()
    let before = search.next(after: [7], limit: 5, in: index)
    #expect(before.isEmpty)
    index.add(SessionClick(session: 2, visitor: 2, item: 7, at: Shop.at(hours: 2)))
    index.add(SessionClick(session: 2, visitor: 2, item: 8, at: Shop.at(hours: 2, minutes: 1)))
    let after = search.next(after: [7], limit: 5, in: index)
    #expect(after.map(\.item) == [8])
  }

  @Test("Where room is short the oldest clicks leave, and it says since when it holds all")
  func budget() throws {
    let sessions: [[UInt32]] = (0..<200).map { [UInt32($0 % 7), UInt32(7 + $0 % 5)] }
    let index = Shop.index(sessions, bytesMax: 6_000)
    #expect(index.bytes <= 6_000)
    #expect((20..<200).contains(index.sessionCount))
    let since = try #require(index.heldSince)
    #expect(Shop.index(sessions).heldSince == nil)
    // Exactly the clicks since then are there.
    let kept = Shop.clicks(sessions).filter { $0.at >= since }
    #expect(index.clickCount == kept.count)
    var again = index
    let first = Shop.clicks(sessions)[0]
    let (old, known) = (again.add(first), again.add(kept[0]))
    #expect(old == .tooOld)
    #expect(known == .known)
  }

  @Test("What is too old leaves")
  func age() {
    var index = Shop.index([[1, 2], [1, 3], [1, 4]])
    index.forget(upTo: Shop.at(hours: 1))
    // The second session's first click was at that very time.
    #expect(index.sessionCount == 2)
    #expect(index.clickCount == 3)
    #expect(index.sessionCount(of: 1) == 1)
    #expect(index.heldSince == Shop.at(hours: 1).adding(milliseconds: 1))
  }

  @Test("Of a session that never ends the latest clicks are kept")
  func endless() {
    let items = (0..<250).map { UInt32($0 % 120) }
    let index = Shop.index([items])
    #expect(index.clickCount == SessionIndex.sessionClicksMax)
    #expect(
      Shop.portrait(of: Shop.index(Shop.clicks([items]).reversed())) == Shop.portrait(of: index))
  }

  @Test(
    "A click that makes no sense is refused",
    arguments: [
      (SessionIndex.itemMax + 1, 0), (UInt32.max, 0), (1, -1), (1, SessionIndex.timeMax + 1),
      (1, Int64.max), (1, Int64.min),
    ] as [(UInt32, Int64)])
  func refusal(_ item: UInt32, _ milliseconds: Int64) {
    var index = SessionIndex()
    let click = SessionClick(
      session: 1, visitor: 1, item: item, at: Instant(milliseconds: milliseconds))
    let outcome = index.add(click)
    #expect(outcome == .refused)
    #expect(index.sessionCount == 0)
  }

  @Test("A click that is told twice is one")
  func twice() {
    var index = Shop.index([[1, 2]])
    let outcome = index.add(Shop.clicks([[1, 2]])[1])
    #expect(outcome == .known)
    #expect(index.clickCount == 2)
  }
}
