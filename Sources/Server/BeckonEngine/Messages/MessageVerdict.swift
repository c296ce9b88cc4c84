import BeckonModel

/// How a message goes on after it was handed to a gateway, or might have been.
public struct MessageVerdict: Hashable, Sendable {
  /// What is known of a message when an attempt has ended.
  public struct Standing: Hashable, Sendable {
    /// Number of this attempt, from 1.
    public let attempt: Int
    /// When it was written, or an operator said that it be sent again.
    public let begun: Instant
    /// When nobody waits for it any more.
    public let expiresAt: Instant

    /// Makes a standing.
    public init(attempt: Int, begun: Instant, expiresAt: Instant) {
      self.attempt = attempt
      self.begun = begun
      self.expiresAt = expiresAt
    }
  }

  /// Why a message failed or is uncertain, beside what a gateway answered.
  public static let (expired, interrupted) = ("expired", "interrupted")

  /// Where it stands now: any state but `sending`.
  public let state: MessageState
  /// When it is tried again; `nil` unless it is `queued`.
  public let nextAttempt: Instant?
  /// What the gateway answered.
  public let answer: GatewayAnswer?
  /// Why it is not sent, as a stable word, where no gateway answered.
  public let reason: String?
  /// Whether nothing more should go to this recipient.
  public let suppresses: Bool

  init(
    _ state: MessageState, next: Instant? = nil, answer: GatewayAnswer? = nil,
    reason: String? = nil, suppresses: Bool = false
  ) {
    self.state = state
    nextAttempt = next
    self.answer = answer
    self.reason = reason
    self.suppresses = suppresses
  }

  /// Judges an attempt that ended at `now`.
  public init(of outcome: MailOutcome, _ standing: Standing, now: Instant, chance: UInt64) {
    switch outcome {
    case .accepted(let answer): self.init(.sent, answer: answer)
    case .unknown(let reason): self.init(.uncertain, reason: reason)
    case .unreachable(let reason):
      // The gateway's rest is what it waits for.
      self = Self.waiting(until: now, standing, reason: reason)
    case .refused(_, let answer) where outcome.gatewayFault != nil:
      self = Self.waiting(until: now, standing, answer: answer)
    case .refused(_, let answer) where answer.isTransient:
      let life = standing.expiresAt.milliseconds(since: standing.begun)
      let next = RetrySchedule.mail(lifeMilliseconds: life).next(
        after: standing.attempt, begun: standing.begun, now: now, chance: chance)
      self =
        next.map { Self.waiting(until: $0, standing, answer: answer) }
        ?? MessageVerdict(.failed, answer: answer, reason: Self.expired)
    case .refused(let stage, let answer):
      self.init(
        .failed, answer: answer, suppresses: stage == .recipient && answer.saysMailboxIsGone)
    }
  }

  static func waiting(
    until next: Instant, _ standing: Standing, answer: GatewayAnswer? = nil,
    reason: String? = nil
  ) -> MessageVerdict {
    guard next < standing.expiresAt else {
      return MessageVerdict(.failed, answer: answer, reason: expired)
    }
    return MessageVerdict(.queued, next: next, answer: answer, reason: reason)
  }
}
