import Testing

@testable import BeckonServer

/// What comes while earlier of its kind is being stored.
@Suite struct GatheringTests {
  @Test("One begins, the others wait, and are taken in their order, a batch at a time")
  func order() {
    var gathering = Gathering<Int>(batchMax: 2, waitingMax: 10)
    #expect(gathering.add(1) == .begin)
    #expect(gathering.take() == [1])
    #expect((2...4).map { gathering.add($0) } == [.wait, .wait, .wait])
    #expect(gathering.take() == [2, 3])
    #expect(gathering.take() == [4])
    #expect(gathering.take() == nil)
    #expect(gathering.add(5) == .begin, "nobody stores any more")
  }

  @Test("One more than may wait is refused, until some are taken")
  func full() {
    var gathering = Gathering<Int>(batchMax: 2, waitingMax: 3)
    #expect((1...4).map { gathering.add($0) } == [.begin, .wait, .wait, .full])
    #expect(gathering.take() == [1, 2])
    #expect(gathering.add(4) == .wait)
    #expect(gathering.take() == [3, 4])
  }
}
