import BeckonModel

/// When something that could not be handed to another server is tried again.
public struct RetrySchedule: Hashable, Sendable {
  /// No receiver may ask for more.
  public static let retryAfterSecondsMax: Int64 = 86_400

  private let steps: [Int64]
  private let patienceMilliseconds: Int64

  /// - Parameters:
  ///   - steps: seconds before each retry; the last one counts for all that follow.
  ///   - patienceMilliseconds: for how long there are retries.
  public init(seconds steps: [Int64], patienceMilliseconds: Int64) {
    precondition(!steps.isEmpty, "a retry comes after some time")
    self.steps = steps
    self.patienceMilliseconds = patienceMilliseconds
  }

  /// The time of the next attempt; `nil` when it would come more than `patienceMilliseconds` after
  /// the first.
  /// - Parameters:
  ///   - attempt: number of the attempt that failed, from 1.
  ///   - begun: when it was first due.
  ///   - chance: spreads the times by a fifth to both sides, so that what failed together does not
  ///     come back together.
  public func next(
    after attempt: Int, begun: Instant, now: Instant,
    retryAfterSeconds: Int64? = nil, chance: UInt64
  ) -> Instant? {
    let seconds = steps[min(max(attempt, 1), steps.count) - 1]
    let spread = Int64(chance % UInt64(seconds * 400 + 1))
    let asked = min(max(retryAfterSeconds ?? 0, 0), Self.retryAfterSecondsMax)
    let delay = max(seconds * 800 + spread, asked * Span.secondMilliseconds)
    let next = now.adding(milliseconds: delay)
    return next.milliseconds(since: begun) <= patienceMilliseconds ? next : nil
  }
}
