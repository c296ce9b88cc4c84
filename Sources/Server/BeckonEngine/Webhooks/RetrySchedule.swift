import BeckonModel

/// When a delivery that failed is tried again.
public struct RetrySchedule: Hashable, Sendable {
  /// A delivery is tried for so long, and a webhook that takes nothing for so long is disabled.
  public static let patienceMilliseconds = 3 * Span.dayMilliseconds
  /// No receiver may ask for more.
  public static let retryAfterSecondsMax: Int64 = 86_400

  /// Beckon's own.
  public static let native = RetrySchedule(seconds: [1, 5, 30, 120, 600, 3_600, 21_600])

  private let steps: [Int64]

  /// - Parameter steps: seconds before each retry; the last one counts for all that follow.
  public init(seconds steps: [Int64]) {
    precondition(!steps.isEmpty, "a retry comes after some time")
    self.steps = steps
  }

  /// The time of the next attempt; `nil` when it would come more than three days after the first.
  /// - Parameters:
  ///   - attempt: number of the attempt that failed, from 1.
  ///   - begun: when the delivery was first due.
  ///   - chance: spreads the times by a fifth to both sides, so that what failed together does not
  ///     come back together.
  func next(
    after attempt: Int, begun: Instant, now: Instant,
    retryAfterSeconds: Int64?, chance: UInt64
  ) -> Instant? {
    let seconds = steps[min(max(attempt, 1), steps.count) - 1]
    let spread = Int64(chance % UInt64(seconds * 400 + 1))
    let asked = min(max(retryAfterSeconds ?? 0, 0), Self.retryAfterSecondsMax)
    let delay = max(seconds * 800 + spread, asked * Span.secondMilliseconds)
    let next = now.adding(milliseconds: delay)
    return next.milliseconds(since: begun) <= Self.patienceMilliseconds ? next : nil
  }
}
