import BeckonEngine
import BeckonModel
import Testing

/// What follows from an attempt.
@Suite struct DeliveryVerdictTests {
  private static let begun = Instant(milliseconds: 1_790_000_000_000)

  private static func judge(
    _ status: Int?, attempt: Int = 1, retries: RetrySchedule = .native,
    failingFor: Int64? = nil, after milliseconds: Int64 = 0, retryAfter: Int64? = nil,
    chance: UInt64 = 0
  ) -> DeliveryVerdict {
    let now = begun.adding(milliseconds: milliseconds)
    return DeliveryVerdict(
      of: DeliveryAttempt(
        at: now, milliseconds: 5, status: status, failure: status == nil ? "timeout" : nil,
        retryAfterSeconds: retryAfter),
      DeliveryVerdict.Standing(
        attempt: attempt, begun: begun,
        failingSince: failingFor.map { now.adding(milliseconds: -$0) }, retries: retries),
      now: now, chance: chance)
  }

  /// Milliseconds until the next attempt.
  private static func delay(_ verdict: DeliveryVerdict, after: Int64 = 0) -> Int64? {
    guard case .retry(let at) = verdict.delivery else { return nil }
    return at.milliseconds(since: begun) - after
  }

  @Test("2xx is success, all else is not", arguments: [200, 201, 204, 299])
  func success(_ status: Int) {
    let verdict = Self.judge(status, failingFor: 5_000)
    #expect(verdict.delivery == .delivered)
    #expect(verdict.failingSince == nil && verdict.disabling == nil)
    for other in [100, 199, 300, 301, 404, 500, nil] {
      #expect(Self.judge(other).delivery != .delivered)
    }
  }

  @Test("Times grow from a second to six hours, a fifth less or more")
  func schedule() {
    let seconds: [Int64] = [1, 5, 30, 120, 600, 3_600, 21_600, 21_600]
    for (index, expected) in seconds.enumerated() {
      let low = Self.judge(500, attempt: index + 1)
      let high = Self.judge(500, attempt: index + 1, chance: UInt64(expected * 400))
      #expect(Self.delay(low) == expected * 800)
      #expect(Self.delay(high) == expected * 1_200)
    }
  }

  @Test("A form may have times of its own, of which the last goes on")
  func ownSchedule() {
    let own = RetrySchedule(webhookSeconds: [2, 4])
    #expect(
      (1...3).map { Self.delay(Self.judge(nil, attempt: $0, retries: own)) }
        == [1_600, 3_200, 3_200])
  }

  @Test("A receiver may ask for more time, up to a day, and never for less")
  func retryAfter() {
    #expect(Self.delay(Self.judge(503, retryAfter: 120)) == 120_000)
    #expect(Self.delay(Self.judge(503, attempt: 5, retryAfter: 1)) == 480_000)
    #expect(Self.delay(Self.judge(429, retryAfter: 1_000_000_000)) == 86_400_000)
    #expect(Self.delay(Self.judge(429, retryAfter: -5)) == 800)
  }

  @Test("A delivery is given up when its next attempt would come after three days")
  func givenUp() {
    let days3 = 3 * Span.dayMilliseconds
    let last = Self.judge(500, attempt: 9, after: days3 - 18_000_000)
    #expect(Self.delay(last, after: days3 - 18_000_000) == 17_280_000)
    #expect(Self.judge(500, attempt: 9, after: days3 - 17_000_000).delivery == .failed)
  }

  @Test("410 disables at once, three days without success do, less does not")
  func disabling() {
    let gone = Self.judge(410)
    #expect(gone.disabling == .gone && gone.delivery == .failed)
    #expect(Self.judge(500, failingFor: 3 * Span.dayMilliseconds).disabling == .failing)
    #expect(Self.judge(500, failingFor: 3 * Span.dayMilliseconds - 1).disabling == nil)
    #expect(Self.judge(404).disabling == nil)
    #expect(Self.judge(404).failingSince == Self.begun)
  }
}
