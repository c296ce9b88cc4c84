/// A point in time: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970; negative before.
  public let milliseconds: Int64

  /// Makes the instant so many milliseconds after 1970.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The instant so many milliseconds later (earlier when negative); stays inside `Int64`.
  public func adding(milliseconds delta: Int64) -> Instant {
    let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
    return Instant(milliseconds: overflow ? (delta < 0 ? .min : .max) : sum)
  }

  /// Milliseconds from `earlier` to this instant; stays inside `Int64`.
  public func milliseconds(since earlier: Instant) -> Int64 {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return overflow ? (milliseconds < earlier.milliseconds ? .min : .max) : difference
  }

  /// Order in time.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

/// Spans of time in milliseconds.
public enum Span {
  /// One second.
  public static let secondMilliseconds: Int64 = 1_000
  /// One minute.
  public static let minuteMilliseconds: Int64 = 60_000
  /// One hour.
  public static let hourMilliseconds: Int64 = 3_600_000
  /// A day of 24 hours.
  public static let dayMilliseconds: Int64 = 86_400_000
}
