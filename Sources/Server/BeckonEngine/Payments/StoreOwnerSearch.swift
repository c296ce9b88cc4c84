import BeckonModel

/// When to look again for the install or person whose a store's payment is: soon after it came,
/// because the app may be registered a moment later, then ever more rarely.
public enum StoreOwnerSearch {
  /// Days after which nobody looks any more.
  public static let days: Int64 = 90

  /// The next look; `nil` for never.
  public static func next(receivedAt: Instant, now: Instant) -> Instant? {
    let waited = now.milliseconds(since: receivedAt)
    guard waited < days * Span.dayMilliseconds else { return nil }
    return now.adding(milliseconds: max(Span.minuteMilliseconds, waited / 2))
  }
}
