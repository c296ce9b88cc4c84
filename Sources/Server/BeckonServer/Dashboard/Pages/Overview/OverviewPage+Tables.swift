import BeckonEngine
import BeckonModel

extension OverviewPage {
  /// What a table of the funnel is of.
  enum Grouping {
    case byDay, byCampaign, byLink, byPlatform
  }

  /// A table of the funnel.
  func table(_ grouping: Grouping) -> DataTable {
    switch grouping {
    case .byDay:
      table(.byDay, .day, days, csv: "day") { .init($0.key) }
    case .byCampaign:
      table(.byCampaign, .campaign, campaigns, csv: "campaign") { row in
        .init(HTML(name(row) { campaignName($0) }), value: .orNull(row.key))
      }
    case .byLink:
      table(.byLink, .link, links, csv: "link") { row in
        let name = row.key.flatMap { linkNames[$0] } ?? row.key ?? ""
        guard let id = row.key else { return .init(name) }
        return .init(
          HTML(.a, .href(request.page("why", query: ["q": id]))) { name }, value: .string(id))
      }
    case .byPlatform:
      table(.byPlatform, .platform, platforms, csv: "platform") { row in
        .init(HTML(name(row) { $0 ?? request.text(.unknown) }), value: .orNull(row.key))
      }
    }
  }

  /// What a row is of, or of how many others it is the sum.
  private func name(_ row: FunnelRow, _ known: (String?) -> String) -> String {
    row.others.map { request.text(.others, ["count": request.figures.whole($0)]) }
      ?? known(row.key)
  }

  private func table(
    _ caption: Words, _ first: Words, _ rows: [FunnelRow], csv: String,
    _ name: (FunnelRow) -> DataTable.Cell
  ) -> DataTable {
    let figures = request.figures
    var table = DataTable(
      caption,
      [
        .init(first, .short), .init(.clicks, .number), .init(.installs, .number),
        .init(.signUps, .number), .init(.conversions, .number), .init(.rewards, .number),
      ],
      rows.map { row in
        [
          name(row), .init(row.clicks, figures), .init(row.installs, figures),
          .init(row.signUps, figures), .init(row.conversions, figures), .init(row.rewards, figures),
        ]
      }
    ).or(EmptyState(.noFacts))
    table.csv = request.path(with: "csv", csv)
    return table
  }

  /// Revenue by day, a column for each currency; `nil` when there was none.
  var revenueTable: DataTable? {
    let currencies = sum.revenue.map(\.currency)
    guard !currencies.isEmpty else { return nil }
    return DataTable(
      .revenueByDay,
      [.init(.day, .short)] + currencies.map { .init(Words($0, $0), .number) },
      days.map { day in
        [DataTable.Cell(day.key)]
          + currencies.map { currency in
            let money = day.revenue.first { $0.currency == currency }
            return DataTable.Cell(
              HTML(money.map { request.figures.money($0.decimal, $0.currency) } ?? "–"),
              value: .orNull(money?.decimal), number: money.flatMap { Double($0.decimal) } ?? 0)
          }
      })
  }

  static let cohortsTable = DashboardTable(name: "weeks") { request in
    .csv("weeks", table(of: try await cohorts(request), request))
  }

  static func table(of cohorts: [WeekCohort], _ request: DashboardRequest) -> DataTable {
    let figures = request.figures
    return DataTable(
      .cohorts,
      [
        .init(.week, .short, csv: "week"), .init(.installs, .number, csv: "installs"),
        .init(.signedUp, .number, csv: "signed_up"), .init(.share, .number),
      ],
      cohorts.reversed().map { week in
        [
          .init(week.monday), .init(week.installs, figures), .init(week.signedUp, figures),
          .init(figures.share(week.signedUp, of: week.installs)),
        ]
      }
    ).paged(request, csv: "weeks")
  }

  static let recentTable = DashboardTable(name: "last") { request in
    .csv("last", table(of: try await RecentFact.latest(request), request))
  }

  static func table(of recent: [RecentFact], _ request: DashboardRequest) -> DataTable {
    DataTable(
      .lastMinutes,
      [
        .init(.when, .short, csv: "at"), .init(.happened, .short, csv: "what"),
        .init(.details, .long, csv: "details"),
      ],
      recent.map { fact in
        let details = fact.details.isEmpty ? "…" : fact.details
        return [
          .time(fact.at), .init(request.text(fact.what)),
          .init(
            fact.link.map { link in HTML(.a, .href(link)) { details } } ?? HTML(fact.details),
            value: .string(fact.details)),
        ]
      }
    ).or(EmptyState(.noFacts)).paged(request, csv: "last")
  }
}
