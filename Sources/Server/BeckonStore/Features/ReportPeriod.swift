import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// From an instant up to, and not with, another.
public struct ReportPeriod: Hashable, Sendable {
  /// The first instant.
  public let start: Instant
  /// The first instant after it.
  public let end: Instant

  /// The last midnight of the year 9999: where that day begins sooner, it is not yet the year
  /// 10000, whose days are sorted before all others as texts.
  private static let farthest = Instant(milliseconds: 253_402_214_400_000)

  /// Makes a period; what is not bounded is open.
  public init(start: Instant? = nil, end: Instant? = nil) {
    self.start = start ?? Instant(milliseconds: 0)
    self.end = end ?? Self.farthest
  }

  /// Its first instant, if it has a bound.
  public var from: Instant? { start == Instant(milliseconds: 0) ? nil : start }
  /// The first instant after it, if it has a bound.
  public var until: Instant? { end == Self.farthest ? nil : end }

  /// Whether a column's time lies in it.
  func holds(_ column: SQL) -> SQL {
    "\(column) >= \(.instant(start)) AND \(column) < \(.instant(end))"
  }

  /// Its whole days, and the periods that are left of it.
  func split(_ zone: LocalDays) -> (days: CountedDays?, rest: [ReportPeriod]) {
    guard start < end else { return (nil, []) }
    let whole = WholeDays(of: start..<end, zone)
    return (
      whole.days, whole.rest.map { ReportPeriod(start: $0.lowerBound, end: $0.upperBound) }
    )
  }
}
