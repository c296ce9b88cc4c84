import BeckonModel

/// What follows from an attempt, for the delivery and for its webhook.
public struct DeliveryVerdict: Hashable, Sendable {
  /// How the delivery goes on.
  public enum Delivery: Hashable, Sendable {
    /// It has arrived.
    case delivered
    /// It is tried again.
    case retry(at: Instant)
    /// It is given up.
    case failed
  }

  /// What is known of a delivery and its webhook when an attempt has ended.
  public struct Standing: Hashable, Sendable {
    /// Number of this attempt, from 1.
    public let attempt: Int
    /// When the delivery was first due.
    public let begun: Instant
    /// Since when the webhook has taken nothing; `nil` when its last answer was good.
    public let failingSince: Instant?
    /// When the webhook's form has deliveries tried again.
    public let retries: RetrySchedule

    /// Makes a standing.
    public init(
      attempt: Int, begun: Instant, failingSince: Instant?, retries: RetrySchedule = .native
    ) {
      self.attempt = attempt
      self.begun = begun
      self.failingSince = failingSince
      self.retries = retries
    }
  }

  /// How the delivery goes on.
  public let delivery: Delivery
  /// Since when the webhook takes nothing.
  public let failingSince: Instant?
  /// Why the webhook is to be disabled.
  public let disabling: WebhookDisabling?

  /// Judges an attempt that ended at `now`.
  public init(of attempt: DeliveryAttempt, _ standing: Standing, now: Instant, chance: UInt64) {
    guard !attempt.isSuccess else {
      delivery = .delivered
      failingSince = nil
      disabling = nil
      return
    }
    let since = standing.failingSince ?? now
    let next = standing.retries.next(
      after: standing.attempt, begun: standing.begun, now: now,
      retryAfterSeconds: attempt.retryAfterSeconds, chance: chance)
    failingSince = since
    if attempt.status == 410 {
      // The receiver says that nothing may come any more, this delivery included.
      delivery = .failed
      disabling = .gone
    } else {
      delivery = next.map(Delivery.retry) ?? .failed
      disabling = Self.isPatienceOver(since: since, now: now) ? .failing : nil
    }
  }

  /// Whether a webhook is to be disabled to which nothing has come since then.
  public static func isPatienceOver(since: Instant, now: Instant) -> Bool {
    now.milliseconds(since: since) >= RetrySchedule.webhookPatienceMilliseconds
  }
}
