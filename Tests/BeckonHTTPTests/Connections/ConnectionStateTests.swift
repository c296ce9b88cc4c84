import Testing

@testable import BeckonHTTP

struct ConnectionStateTests {
  private let ok = HTTPResponse(status: 200)
  private let late = HTTPResponse(status: 503)

  @Test func theFirstAnswerWins() throws {
    var state = ConnectionState()
    let step = try #require(Self.begin(&state))
    let early = state.takeAnswerOrAwait()
    let first = state.settle(step: step, with: late, abandoning: true)
    let second = state.settle(step: step, with: ok, abandoning: false)
    let sent = state.takeAnswerOrAwait()
    #expect(early == nil)
    #expect(first, "the connection awaited it, so it takes it")
    #expect(!second, "but only once")
    #expect(sent?.status == 503)
  }

  @Test func anAnswerBeforeTheSuspensionNeedsNoResume() throws {
    var state = ConnectionState()
    let step = try #require(Self.begin(&state))
    let resumes = state.settle(step: step, with: ok, abandoning: false)
    let sent = state.takeAnswerOrAwait()
    #expect(!resumes)
    #expect(sent?.status == 200)
    #expect(!state.awaitsAnswer)
  }

  @Test func anAnswerToAnEarlierRequestIsDropped() throws {
    var state = ConnectionState()
    let first = try #require(Self.begin(&state))
    _ = state.settle(step: first, with: late, abandoning: true)
    _ = state.takeAnswerOrAwait()
    _ = state.beginSending()
    state.beginWaiting()
    _ = try #require(Self.begin(&state))
    let none = state.takeAnswerOrAwait()
    let resumes = state.settle(step: first, with: ok, abandoning: false)
    #expect(none == nil)
    #expect(!resumes)
    #expect(state.awaitsAnswer)
  }

  @Test func aSuspensionEndsWithItsRequest() throws {
    var state = ConnectionState()
    let first = try #require(Self.begin(&state))
    _ = state.takeAnswerOrAwait()
    _ = state.settle(step: first, with: ok, abandoning: false)
    let second = try #require(Self.begin(&state))
    let resumes = state.settle(step: second, with: ok, abandoning: false)
    #expect(!resumes, "the second request was answered before it was awaited")
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
