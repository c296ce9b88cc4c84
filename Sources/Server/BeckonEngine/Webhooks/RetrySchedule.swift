import BeckonModel

/// When a delivery that failed is tried again.
public enum RetrySchedule {
  /// A delivery is tried for so long, and a webhook that takes nothing for so long is disabled.
  public static let patienceMilliseconds = 3 * Span.dayMilliseconds
  /// No receiver may ask for more.
  public static let retryAfterSecondsMax: Int64 = 86_400

  private static let nativeSeconds: [Int64] = [1, 5, 30, 120, 600, 3_600, 21_600]
  /// Linkrunner's documentation names three retries, after 1, 2 and 4 seconds; then as ours.
  private static let linkrunnerSeconds: [Int64] = [1, 2, 4, 30, 120, 600, 3_600, 21_600]

  /// The time of the next attempt; `nil` when it would come more than three days after the first.
  /// - Parameters:
  ///   - attempt: number of the attempt that failed, from 1.
  ///   - begun: when the delivery was first due.
  ///   - chance: spreads the times by a fifth to both sides, so that what failed together does not
  ///     come back together.
  public static func next(
    after attempt: Int, form: WebhookForm, begun: Instant, now: Instant,
    retryAfterSeconds: Int64?, chance: UInt64
  ) -> Instant? {
    let steps = form == .linkrunner ? linkrunnerSeconds : nativeSeconds
    let seconds = steps[min(max(attempt, 1), steps.count) - 1]
    let spread = Int64(chance % UInt64(seconds * 400 + 1))
    let asked = min(max(retryAfterSeconds ?? 0, 0), retryAfterSecondsMax)
    let delay = max(seconds * 800 + spread, asked * Span.secondMilliseconds)
    let next = now.adding(milliseconds: delay)
    return next.milliseconds(since: begun) <= patienceMilliseconds ? next : nil
  }
}
