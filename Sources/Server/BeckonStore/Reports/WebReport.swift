import BeckonBasics
import BeckonDatabase
import BeckonModel

/// What happened on pages, counted from the rows of a bounded time.
public struct WebReport {
  /// Most rows of a report.
  public static let rowsMax = 1_000

  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
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
    /// A day, source, campaign, name or path; `nil` where the link named no campaign.
    public let key: String?
    /// All that pages told.
    public let events: Int64
    /// Of these, views of a page.
    public let pageViews: Int64
    /// Of these, clicks.
    public let clicks: Int64
    /// Browsers in which it happened. One that comes on two days is one on each.
    public let visitors: Int64
  }

  /// The rows: days in their order, all others with the most events first; `nil` when there are too
  /// many.
  /// - Throws: `DatabaseError`.
  public func rows(_ choice: Choice) throws -> [Row]? {
    let rows =
      switch choice.grouping {
      case .day: try days(choice)
      case .source: try counted(choice, by: WebEvent.source(choice.touch))
      case .campaign: try counted(choice, by: WebEvent.campaign(choice.touch))
      case .name: try counted(choice, by: "facts.name")
      case .page: try counted(choice, by: WebEvent.page)
      }
    return rows.count > Self.rowsMax ? nil : rows
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
          key: name, events: row.events, pageViews: row.pageViews, clicks: row.clicks,
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
    return try scope.connection.rows(
      """
      SELECT \(key), COUNT(*),
        COUNT(CASE WHEN \(WebEvent.kind) = 'page_view' THEN 1 END),
        COUNT(CASE WHEN \(WebEvent.kind) = 'click' THEN 1 END),
        COUNT(DISTINCT NULLIF(\(WebEvent.visitor), ''))
      FROM facts {by facts_by_time}
      WHERE facts.app = \(scope.tenant) AND \(choice.period.holds("facts.received_at"))
        AND \(WebEvent.isOne)\(and: filters)
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT \(.integer(Int64(Self.rowsMax) + 1))
      """
    ) { row in
      Row(
        key: row.optionalText(0), events: row.integer(1), pageViews: row.integer(2),
        clicks: row.integer(3), visitors: row.integer(4))
    }
  }
}
