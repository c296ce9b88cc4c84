import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

/// What happened on pages, counted from the rows of a bounded time.
public struct WebReport {
  /// Most rows of a report; others are added up in one more.
  public static let rowsMax = 1_000

  private let scope: Scope
  private let rowsMax: Int

  /// Works in this scope.
  public init(_ scope: Scope, rowsMax: Int = Self.rowsMax) {
    self.scope = scope
    self.rowsMax = rowsMax
  }

  /// What a row is of.
  public enum Grouping: String, CaseIterable, Sendable {
    /// A day in the app's time zone.
    case day
    /// Who sent the visitor.
    case source
    /// The campaign that the link named.
    case campaign
    /// The event's name.
    case name
    /// The path of a page.
    case page
  }

  /// What is asked for.
  public struct Choice: Sendable {
    /// What a row is of.
    public var grouping = Grouping.day
    /// Which touch tells source and campaign.
    public var touch = WebTouch.last
    /// When it was received.
    public var period: ReportPeriod
    /// Only of this source.
    public var source: String?
    /// Only of this campaign.
    public var campaign: String?

    /// Everything of a period, by day.
    public init(period: ReportPeriod) {
      self.period = period
    }
  }

  /// What happened under one key.
  public struct Row: Hashable, Sendable {
    /// A day, source, campaign, name or path; of none where the link named no campaign.
    public let key: ReportKey
    /// All that pages told.
    public let events: Int64
    /// Of these, views of a page.
    public let pageViews: Int64
    /// Of these, clicks.
    public let clicks: Int64
    /// Browsers in which it happened. One that comes on two days is one on each.
    public let visitors: Int64
  }

  /// The rows: days in their order, all others with the most events first, and what is left last.
  /// - Throws: `DatabaseError`.
  public func rows(_ choice: Choice) throws -> [Row] {
    switch choice.grouping {
    case .day: try days(choice)
    case .source: try counted(choice, by: WebEvent.source(choice.touch))
    case .campaign: try counted(choice, by: WebEvent.campaign(choice.touch))
    case .name: try counted(choice, by: "facts.name")
    case .page: try counted(choice, by: WebEvent.page)
    }
  }

  /// Each day by itself, so that a visitor counts once on it.
  private func days(_ choice: Choice) throws -> [Row] {
    var rows: [Row] = []
    var start = choice.period.start
    while start < choice.period.end {
      var day = choice
      let end = min(scope.app.days.nextDay(after: midnight(before: start)), choice.period.end)
      day.period = ReportPeriod(start: start, end: end)
      let name = scope.app.day(of: start)
      rows += try counted(day, by: "CAST(NULL AS TEXT)").map { row in
        Row(
          key: .one(name), events: row.events, pageViews: row.pageViews, clicks: row.clicks,
          visitors: row.visitors)
      }
      start = end
    }
    return rows
  }

  private func midnight(before instant: Instant) -> Instant {
    scope.app.days.start(of: scope.app.day(of: instant)) ?? instant
  }

  private func counted(_ choice: Choice, by key: SQL) throws -> [Row] {
    let filters: [SQL?] = [
      choice.source.map { "\(WebEvent.source(choice.touch)) = \(.text($0))" },
      choice.campaign.map { "\(WebEvent.campaign(choice.touch)) = \(.text($0))" },
    ]
    let rows = try scope.connection.rows(
      """
      SELECT name, events, page_views, clicks, visitors, COUNT(*) OVER (),
        CAST(SUM(events) OVER () AS BIGINT), CAST(SUM(page_views) OVER () AS BIGINT),
        CAST(SUM(clicks) OVER () AS BIGINT), CAST(SUM(visitors) OVER () AS BIGINT)
      FROM (
        SELECT \(key) AS name, COUNT(*) AS events,
          COUNT(CASE WHEN \(WebEvent.kind) = 'page_view' THEN 1 END) AS page_views,
          COUNT(CASE WHEN \(WebEvent.kind) = 'click' THEN 1 END) AS clicks,
          COUNT(DISTINCT NULLIF(\(WebEvent.visitor), '')) AS visitors
        FROM facts {by facts_by_time}
        WHERE facts.app = \(scope.tenant) AND \(choice.period.holds("facts.received_at"))
          AND \(WebEvent.isOne)\(and: filters)
        GROUP BY 1) AS named
      ORDER BY events DESC, name LIMIT \(.integer(Int64(rowsMax)))
      """
    ) { row in
      (
        row: Row(row, from: 1, key: .one(row.optionalText(0))),
        all: Row(row, from: 6, key: .others(row.integer(5)))
      )
    }
    // A name that is longer than what can be asked for was made up.
    let told = rows.map(\.row).filter { row in
      guard case .one(let name?) = row.key else { return true }
      return name.utf8.count <= Limits.urlBytes
    }
    return told + (rows.first.flatMap { $0.all.less(told) }.map { [$0] } ?? [])
  }
}

extension WebReport.Row {
  fileprivate init(_ row: any BeckonDatabase.Row, from first: Int, key: ReportKey) {
    self.init(
      key: key, events: row.integer(first), pageViews: row.integer(first + 1),
      clicks: row.integer(first + 2), visitors: row.integer(first + 3))
  }

  /// What others of the same sums come to; `nil` when there are none.
  fileprivate func less(_ told: [Self]) -> Self? {
    guard case .others(let count) = key, count > told.count else { return nil }
    func rest(_ number: (Self) -> Int64) -> Int64 {
      number(self) - told.reduce(0) { $0 + number($1) }
    }
    return Self(
      key: .others(count - Int64(told.count)), events: rest(\.events),
      pageViews: rest(\.pageViews), clicks: rest(\.clicks), visitors: rest(\.visitors))
  }
}
