import Testing

@testable import BeckonHTTP

struct ConnectionStateTests {
  private let ok = HTTPResponse(status: 200)
  private let late = HTTPResponse(status: 503)

  @Test func theFirstAnswerWins() throws {
    var state = ConnectionState()
    let step = try #require(Self.begin(&state))
    let early = state.takeAnswerOrSuspend()
    let first = state.settle(step: step, with: late, abandoning: true)
    let second = state.settle(step: step, with: ok, abandoning: false)
    let sent = state.takeAnswerOrSuspend()
    #expect(early == nil)
    #expect(first, "the connection was suspended, so it is resumed")
    #expect(!second, "but only once")
    #expect(sent?.status == 503)
  }

  @Test func anAnswerBeforeTheSuspensionNeedsNoResume() throws {
    var state = ConnectionState()
    let step = try #require(Self.begin(&state))
    let resumes = state.settle(step: step, with: ok, abandoning: false)
    let sent = state.takeAnswerOrSuspend()
    #expect(!resumes)
    #expect(sent?.status == 200)
    #expect(!state.isSuspended)
  }

  @Test func anAnswerToAnEarlierRequestIsDropped() throws {
    var state = ConnectionState()
    let first = try #require(Self.begin(&state))
    _ = state.settle(step: first, with: late, abandoning: true)
    _ = state.takeAnswerOrSuspend()
    _ = state.beginSending()
    state.beginWaiting()
    _ = try #require(Self.begin(&state))
    let none = state.takeAnswerOrSuspend()
    let resumes = state.settle(step: first, with: ok, abandoning: false)
    #expect(none == nil)
    #expect(!resumes)
    #expect(state.isSuspended)
  }

  @Test func aSuspensionEndsWithItsRequest() throws {
    var state = ConnectionState()
    let first = try #require(Self.begin(&state))
    _ = state.takeAnswerOrSuspend()
    _ = state.settle(step: first, with: ok, abandoning: false)
    let second = try #require(Self.begin(&state))
    let resumes = state.settle(step: second, with: ok, abandoning: false)
    #expect(!resumes, "the second request was answered before it was suspended")
  }

  @Test func nothingBeginsOnceStopped() {
    var state = ConnectionState()
    state.stop()
    let isRefused = state.beginReceiving()
    let step = state.beginHandling()
    let closes = state.beginSending()
    #expect(isRefused)
    #expect(step == nil)
    #expect(closes)
  }

  @Test func whatHasBegunWhenTheServerDrainsIsFinished() {
    var state = ConnectionState()
    let isRefused = state.beginReceiving()
    state.drain()
    let step = state.beginHandling()
    let closes = state.beginSending()
    #expect(!isRefused)
    #expect(step != nil)
    #expect(closes)
  }

  private static func begin(_ state: inout ConnectionState) -> UInt64? {
    _ = state.beginReceiving()
    return state.beginHandling()
  }
}
