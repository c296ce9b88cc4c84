import BeckonBasics
import BeckonContract
import BeckonModel
import BeckonStore

extension Call {
  /// Days of a report when none are asked for.
  private static let reportDays: Int64 = 30

  /// What `from` and `until` bound: instants, or days in the app's time zone.
  /// - Throws: `FieldError`.
  func reportPeriod() throws -> ReportPeriod {
    func time(_ name: String) throws -> Instant? {
      try query(name).flatMap(app.days.start(of:)) ?? instant(inQuery: name)
    }
    let until = try time("until") ?? now
    let before = until.adding(milliseconds: -Self.reportDays * Span.dayMilliseconds)
    let from = try time("from") ?? app.days.start(of: app.day(of: before)) ?? before
    guard from < until else { throw FieldError("until", "must be after 'from'") }
    guard until.milliseconds(since: from) <= FunnelReport.daysMax * Span.dayMilliseconds else {
      throw FieldError("from", "must be at most \(FunnelReport.daysMax) days before 'until'")
    }
    return ReportPeriod(start: from, end: until)
  }
}
