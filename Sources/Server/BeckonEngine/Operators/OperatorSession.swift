import BeckonModel

/// A browser in which an operator is signed in.
public struct OperatorSession: Hashable, Sendable {
  /// Its id, for ending it.
  public let id: OperatorSessionID
  /// Who is signed in.
  public let holder: Operator
  /// What the browser said it is, cut short.
  public let userAgent: String
  /// When they signed in.
  public let createdAt: Instant
  /// When they looked at a page last, to the minute.
  public let seenAt: Instant

  /// Makes a session.
  public init(
    id: OperatorSessionID, holder: Operator, userAgent: String, createdAt: Instant,
    seenAt: Instant
  ) {
    self.id = id
    self.holder = holder
    self.userAgent = userAgent
    self.createdAt = createdAt
    self.seenAt = seenAt
  }

  /// Whether it goes on: it ends after a time without a page, after a longer one in any case, and
  /// when its operator is removed.
  public func isGood(at now: Instant) -> Bool {
    holder.removedAt == nil
      && now.milliseconds(since: seenAt) < Self.idleMilliseconds
      && now.milliseconds(since: createdAt) < Self.absoluteMilliseconds
  }

  /// Whether it is to be noted that a page was looked at: not with each page, because each note is
  /// a write.
  public func isToBeNoted(at now: Instant) -> Bool {
    now.milliseconds(since: seenAt) >= Span.minuteMilliseconds
  }

  /// How long it lasts without a page, in milliseconds.
  public static let idleMilliseconds = 12 * Span.hourMilliseconds
  /// How long it lasts at most, in milliseconds.
  public static let absoluteMilliseconds = 7 * Span.dayMilliseconds
  /// What is kept of what the browser says it is.
  public static let userAgentBytes = 200
}
