import BeckonModel

extension RetrySchedule {
  /// When a text message is tried again that a gateway was too busy to take.
  /// - Parameter lifeMilliseconds: for how long it is of use.
  public static func sms(lifeMilliseconds: Int64) -> RetrySchedule {
    RetrySchedule(seconds: [5, 15, 60, 300, 900, 1_800], patienceMilliseconds: lifeMilliseconds)
  }
}

extension MessageVerdict {
  /// Judges an attempt to hand a text message over that ended at `now`. Only what nobody can have
  /// taken is tried again; what may have been taken is `uncertain`, and moves by a receipt alone.
  public init(of outcome: SMSOutcome, _ standing: Standing, now: Instant, chance: UInt64) {
    switch outcome {
    case .accepted(let answer, _): self.init(.sent, answer: answer)
    case .unknown(let reason): self.init(.uncertain, reason: reason)
    case .refused(let answer, let part):
      self.init(.failed, answer: answer, reason: "refused_" + part.rawValue)
    case .unreachable(let reason): self = Self.waiting(until: now, standing, reason: reason)
    case .barred(let answer): self = Self.waiting(until: now, standing, answer: answer)
    case .busy(let answer, let seconds):
      let life = standing.expiresAt.milliseconds(since: standing.begun)
      let next = RetrySchedule.sms(lifeMilliseconds: life).next(
        after: standing.attempt, begun: standing.begun, now: now, retryAfterSeconds: seconds,
        chance: chance)
      self =
        next.map { Self.waiting(until: $0, standing, answer: answer) }
        ?? MessageVerdict(.failed, answer: answer, reason: Self.expired)
    }
  }
}
