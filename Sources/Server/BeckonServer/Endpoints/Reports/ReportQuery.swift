import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

extension Work {
  /// Reads a report: its rows, up to when they are counted, of what and of which time they are.
  /// - Parameters:
  ///   - name: the member of the answer that holds the rows.
  ///   - key: what a row is of.
  ///   - columns: what it tells beside.
  static func report(
    _ call: Call, _ name: String, by key: String, _ columns: [String], of period: ReportPeriod,
    _ read: @escaping @Sendable (Scope) throws -> (rows: [JSON], until: Instant?)
  ) throws -> Work {
    try .list(call, name, columns: [key] + columns + ["others"]) { scope, _, _ in
      let (rows, until) = try read(scope)
      let told: [JSON.Member] = [
        JSON.Member("by", .string(key)), JSON.Member("from", .orNull(period.from)),
        JSON.Member("until", .orNull(period.until)),
        JSON.Member("as_of", .instant(until ?? scope.now)),
      ]
      return Page(rows: rows, next: nil, told: told)
    }
  }
}

extension JSON {
  /// A row of a report: what it is of stands first. A row that adds up others says of how many, by
  /// a member that no other has, so that no name can be taken for it.
  static func row(_ name: String, _ key: ReportKey, _ sums: [JSON.Member]) -> JSON {
    switch key {
    case .one(let key): .object([JSON.Member(name, .orNull(key))] + sums)
    case .others(let count):
      .object([JSON.Member(name, .null)] + sums + [JSON.Member("others", .integer(count))])
    }
  }

  fileprivate static func orNull(_ instant: Instant?) -> JSON {
    instant.map(JSON.instant) ?? .null
  }
}

extension Call {
  /// Days of a report when none are asked for.
  private static let reportDays: Int64 = 30

  /// What `from` and `until` bound: instants, or days in the app's time zone.
  /// - Throws: `FieldError`.
  func reportPeriod() throws -> ReportPeriod {
    let asked = try time(inQuery: "until")
    let until = asked ?? now
    let before = until.adding(milliseconds: -Self.reportDays * Span.dayMilliseconds)
    let from = try time(inQuery: "from") ?? app.days.start(of: app.day(of: before)) ?? before
    guard asked != nil || from < until else {
      throw FieldError("from", "must be in the past, or 'until' after it")
    }
    let period = try checked(ReportPeriod(start: from, end: until), "until")
    guard until.milliseconds(since: from) <= FunnelReport.daysMax * Span.dayMilliseconds else {
      throw FieldError("from", "must be at most \(FunnelReport.daysMax) days before 'until'")
    }
    return period
  }

  /// The same without bounds where none are asked for. `to` is what `until` was called once.
  /// - Throws: `FieldError`.
  func openReportPeriod() throws -> ReportPeriod {
    let end = try atMostOne(of: ["until", "to"]) ?? "until"
    let period = ReportPeriod(
      start: try time(inQuery: "from"), end: try time(inQuery: end))
    return try checked(period, end)
  }

  private func checked(_ period: ReportPeriod, _ end: String) throws -> ReportPeriod {
    guard period.start < period.end else { throw FieldError(end, "must be after 'from'") }
    return period
  }

  /// What `campaign`, `link` and `platform` choose.
  /// - Throws: `FieldError`.
  func reportFilter() throws -> DailyFilter {
    var filter = DailyFilter()
    filter.campaign = try campaign(inQuery: "campaign")
    filter.link = try id(inQuery: "link")
    filter.platform = try choice("platform")
    return filter
  }
}
