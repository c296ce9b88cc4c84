import BeckonModel

extension RetrySchedule {
  /// A delivery is tried for so long, and a webhook that takes nothing for so long is disabled.
  public static let webhookPatienceMilliseconds = 3 * Span.dayMilliseconds

  /// That of webhooks in Beckon's own form.
  public static let native = RetrySchedule(webhookSeconds: [1, 5, 30, 120, 600, 3_600, 21_600])

  /// That of webhooks in some form.
  /// - Parameter steps: seconds before each retry; the last one counts for all that follow.
  public init(webhookSeconds steps: [Int64]) {
    self.init(seconds: steps, patienceMilliseconds: Self.webhookPatienceMilliseconds)
  }
}
