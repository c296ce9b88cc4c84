import BeckonBasics
import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

extension DashboardPage {
  /// The loop of one app in numbers.
  static let overview = DashboardPage(
    "overview", .overview, .app, in: .loop,
    tables: OverviewPage.groupings.map { grouping in
      DashboardTable(name: grouping) { request in
        .csv(grouping, try await FunnelTable(grouping, request).table)
      }
    } + [MatchReasons.table, OverviewPage.cohortsTable, OverviewPage.recentTable]
  ) { try await OverviewPage($0).html }
}

/// What the overview of an app reads: the funnel by day, campaign, link and platform from the
/// counts by day, the weeks, what came last and what is unusual.
struct OverviewPage {
  let request: DashboardRequest
  let days: [FunnelRow]
  let campaigns: [FunnelRow]
  /// Those that led the most people.
  let links: [FunnelRow]
  let platforms: [FunnelRow]
  let cohorts: [WeekCohort]
  let recent: [RecentFact]
  let matches: MatchReasons
  let unusual: [Unusual]
  /// What these links are called.
  let linkNames: [TextKey: String]
  /// Up to when all is counted.
  let asOf: String?

  static let groupings = ["day", "campaign", "link", "platform"]
  static let linksShown = 10

  init(_ request: DashboardRequest) async throws {
    self.request = request
    let byDay = try await Self.funnel("day", request)
    asOf = byDay.asOf
    days = byDay.rows
    campaigns = try await Self.funnel("campaign", request).rows
    platforms = try await Self.funnel("platform", request).rows
    links = try await Self.funnel("link", request).rows.sorted { Self.isBefore($0, $1) }
    cohorts = try await Self.cohorts(request)
    recent = try await RecentFact.latest(request)
    matches = try await MatchReasons(request, in: byDay.period)
    unusual = try await Unusual.all(request, campaigns)
    linkNames = try await Self.names(of: links.compactMap(\.key), request)
  }

  /// The report by something, as the API tells it.
  /// - Parameter leading: of so many links.
  static func report(
    _ grouping: String, _ request: DashboardRequest, leading: Int? = nil
  ) async throws -> JSON {
    try await request.ask(
      ReportRoute.funnel,
      query: [
        "by": grouping, "from": request.query("from"), "until": request.query("until"),
        "campaign": request.query("campaign"), "platform": request.query("platform"),
        "link": request.query("link"), "leading": leading.map { "\($0)" },
      ])
  }

  /// The rows of that report, up to when they are counted, and of which time they are.
  static func funnel(
    _ grouping: String, _ request: DashboardRequest
  ) async throws -> (rows: [FunnelRow], asOf: String?, period: ReportPeriod) {
    let json = try await report(
      grouping, request, leading: grouping == "link" ? linksShown : nil)
    let rows = (json["funnel"]?.elements ?? []).map { FunnelRow($0, by: grouping) }
    func time(_ name: String) -> Instant? { json[name]?.string.flatMap { Instant($0) } }
    return (
      rows, json["as_of"]?.string, ReportPeriod(start: time("from"), end: time("until"))
    )
  }

  private static func isBefore(_ left: FunnelRow, _ right: FunnelRow) -> Bool {
    let (one, other) = ([left.signUps, left.clicks], [right.signUps, right.clicks])
    return other.lexicographicallyPrecedes(one)
  }

  /// Twelve weeks, whatever time the rest is of: a cohort says something once some time has passed.
  static func cohorts(_ request: DashboardRequest) async throws -> [WeekCohort] {
    var filter = DailyFilter()
    filter.campaign = request.query("campaign").flatMap { request.app?.campaign(named: $0)?.id }
    filter.link = request.query("link").flatMap { LinkID($0) }
    filter.platform = request.query("platform").flatMap { Platform(word: $0) }
    return try await request.read { [filter] scope in
      let start = scope.now.adding(milliseconds: -12 * 7 * Span.dayMilliseconds)
      let first = scope.app.days.start(of: scope.app.day(of: start)) ?? start
      return try InstallCohorts(scope)
        .weeks(in: ReportPeriod(start: first, end: scope.now), filter)
    }
  }

  /// The short URLs of links, by their ids.
  static func names(
    of links: [String], _ request: DashboardRequest
  ) async throws -> [TextKey: String] {
    var names: [TextKey: String] = [:]
    for id in links {
      names[id] = try await request.find(LinkRoute.read, id)?["short_url"]?.string
    }
    return names
  }

  /// What a campaign is called.
  func campaignName(_ id: String?) -> String {
    guard let id else { return request.text(.byNoLink) }
    return request.app?.campaign(named: id)?.name ?? id
  }

  /// The sum of all days.
  var sum: FunnelRow { FunnelRow(adding: days) }

  /// The K-factor of the time.
  var growth: GrowthFactor? {
    let brought = FunnelRow(adding: campaigns.filter { $0.key != nil })
    return GrowthFactor(people: sum.signUps, opens: brought.clicks, brought: brought.signUps)
  }
}
