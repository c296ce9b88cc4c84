import BeckonBasics
import BeckonModel
import BeckonTesting
import Testing

@testable import BeckonSDK

@Suite struct UploadPolicyTests {
  typealias Policy = UploadPolicy
  let now = Instant(milliseconds: 1_790_000_000_000)

  @Test func aServerThatIsDownForADayIsAskedAFewHundredTimes() {
    let clock = ManualClock(seed: 7)
    var state = Policy.State()
    var tries = 0
    let end = now.adding(milliseconds: Span.dayMilliseconds)
    var time = now
    while time < end {
      tries += 1
      let (next, action) = Policy.step(
        state, .failed(retryAfterMilliseconds: nil), now: time, random: clock.ambient.random())
      guard case .wait(let milliseconds) = action else {
        Issue.record("\(action)")
        return
      }
      #expect(milliseconds <= BackOff.longestMilliseconds)
      state = next
      time = time.adding(milliseconds: max(1, milliseconds))
    }
    #expect((100...600).contains(tries))
    #expect(Policy.delayMilliseconds(state, now: time, isExplicit: true) == 0)
  }

  @Test(arguments: [(1, 2_000), (2, 4_000), (5, 32_000), (30, 600_000)] as [(Int, Int64)])
  func backOffDoublesUpToItsBoundAndIsJittered(failures: Int, ceiling: Int64) {
    let longest = (0..<2_000).map { seed in
      BackOff.milliseconds(failures: failures, random: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    }
    #expect(longest.allSatisfy { (100...ceiling).contains($0) })
    #expect((longest.max() ?? 0) > ceiling * 9 / 10)
    #expect((longest.min() ?? 0) < 100 + ceiling / 10)
  }

  @Test func theServersWishIsKeptEvenByAnExplicitFlush() {
    let (state, action) = Policy.step(
      Policy.State(), .failed(retryAfterMilliseconds: 60_000), now: now, random: 0)
    #expect(action == .wait(milliseconds: 60_000))
    #expect(Policy.delayMilliseconds(state, now: now, isExplicit: true) == 60_000)
    let later = now.adding(milliseconds: 60_000)
    #expect(Policy.delayMilliseconds(state, now: later, isExplicit: true) == 0)
  }

  @Test func aWishForAYearIsCutToADay() {
    let (state, _) = Policy.step(
      Policy.State(), .failed(retryAfterMilliseconds: 365 * Span.dayMilliseconds), now: now,
      random: 0)
    #expect(Policy.delayMilliseconds(state, now: now) == Span.dayMilliseconds)
  }

  @Test func aClockSetBackAYearDoesNotStopUploads() {
    let (state, _) = Policy.step(
      Policy.State(), .failed(retryAfterMilliseconds: nil), now: now, random: 1_999)
    let earlier = now.adding(milliseconds: -365 * Span.dayMilliseconds)
    #expect(Policy.delayMilliseconds(state, now: earlier) == 0)
  }

  @Test(arguments: [Policy.Outcome.tooLarge(events: 500), .refused(events: 500)])
  func aBatchThatIsRefusedIsHalvedDownToOneEvent(outcome: Policy.Outcome) {
    var state = Policy.State()
    var sizes: [Int] = []
    var events = 500
    while true {
      let next: Policy.Outcome
      if case .tooLarge = outcome {
        next = .tooLarge(events: events)
      } else {
        next = .refused(events: events)
      }
      let (after, action) = Policy.step(state, next, now: now, random: 0)
      state = after
      guard action == .split else {
        #expect(action == .drop(outcome == .tooLarge(events: 500) ? .tooLarge : .refused))
        break
      }
      events = state.batchEvents
      sizes.append(events)
    }
    #expect(sizes == [250, 125, 62, 31, 15, 7, 3, 1])
  }

  @Test func aWrongKeyPausesLongAndDropsNothing() {
    let (state, action) = Policy.step(Policy.State(), .paused, now: now, random: 0)
    #expect(action == .wait(milliseconds: Policy.pauseMilliseconds / 2))
    #expect(Policy.delayMilliseconds(state, now: now, isExplicit: true) == 0)
  }
}
