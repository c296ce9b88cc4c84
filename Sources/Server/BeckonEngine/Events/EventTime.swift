import BeckonModel

/// When a fact really happened, and what may follow from it.
public struct EventTime: Hashable, Sendable {
  /// The true time: the sender's, put right by the sender's clock error, and never in the future.
  public let at: Instant
  /// Whether the sender's time had to be moved back because it lay in the future.
  public let isClamped: Bool
  /// Whether it is young enough to pay rewards.
  public let isPayable: Bool

  /// Works out the time of a fact that says it happened `at`, in a request sent at `sentAt` by the
  /// same clock and received at `received`: true time = at + (received − sentAt). `nil` when it is
  /// older than `Limits.factAgeDays`.
  public init?(at: Instant?, sentAt: Instant?, received: Instant) {
    let error = sentAt.map { received.milliseconds(since: $0) } ?? 0
    let corrected = at?.adding(milliseconds: error) ?? received
    let age = received.milliseconds(since: min(corrected, received))
    guard age <= Limits.factAgeDays * Span.dayMilliseconds else { return nil }
    self.at = min(corrected, received)
    isClamped = corrected > received
    isPayable = age <= Limits.payableAgeDays * Span.dayMilliseconds
  }
}
