import BeckonModel

/// From an instant up to, and not with, another.
public struct ReportPeriod: Hashable, Sendable {
  /// The first instant.
  public let start: Instant
  /// The first instant after it.
  public let end: Instant

  /// Makes a period; what is not bounded is open.
  public init(start: Instant? = nil, end: Instant? = nil) {
    self.start = start ?? Instant(milliseconds: 0)
    self.end = end ?? Instant(milliseconds: 253_402_300_800_000)
  }
}
