import BeckonModel
import BeckonStore

extension DashboardPage {
  /// All apps that the operator sees, in numbers.
  static let allApps = DashboardPage(
    "apps", .allApps, .own, in: .loop, tables: [AllAppsPage.table]
  ) {
    try await AllAppsPage($0).html
  }
}

/// What the overview of all apps reads: the funnel of the last 30 days of each, a page of apps at a
/// time.
struct AllAppsPage {
  let request: DashboardRequest
  let rows: [Row]
  /// The place of the next page.
  let next: Int?

  /// An app, with its sums and how much of it is unusual.
  struct Row: Sendable {
    let id: AppID
    let name: String
    let sum: FunnelRow
    let unusual: Int
  }

  static let table = DashboardTable(name: "apps") { request in
    .csv("apps", try await AllAppsPage(request, rows: csvRows).apps)
  }

  private static let pageRows = 20
  private static let csvRows = 200

  init(_ request: DashboardRequest, rows limit: Int = Self.pageRows) async throws {
    self.request = request
    let start = request.query("cursor").flatMap { Int($0) } ?? 0
    let shown = request.apps.dropFirst(max(0, start)).prefix(limit)
    var rows: [Row] = []
    for app in shown {
      let own = try await request.of(app.id)
      let days = try await OverviewPage.funnel("day", own).rows
      rows.append(
        Row(
          id: app.id, name: app.name, sum: FunnelRow(adding: days),
          unusual: try await Unusual.all(own, OverviewPage.funnel("campaign", own).rows).count))
    }
    self.rows = rows
    next = start + shown.count < request.apps.count ? start + shown.count : nil
  }

  var html: HTML {
    HTML {
      HTML(.p, .class("lead")) { request.text(.lastThirtyDays) }
      if request.apps.isEmpty {
        Card.html {
          EmptyState(.noApps, command: "beckon app create --name NAME").html(request.language)
        }
      } else {
        Card.html { apps.html(request.language) }
      }
    }
  }

  var apps: DataTable {
    let figures = request.figures
    return DataTable(
      .apps,
      [
        .init(.app, csv: "app"), .init(.clicks, .number, csv: "clicks"),
        .init(.installs, .number, csv: "installs"), .init(.signUps, .number, csv: "sign_ups"),
        .init(.conversions, .number, csv: "conversions"),
        .init(.rewards, .number, csv: "rewards"), .init(.revenue, .number, csv: "revenue"),
        .init(.attention, .short, csv: "unusual"),
      ],
      rows.map { row in
        let money = row.sum.revenue.map { figures.money($0.decimal, $0.currency) }
        return [
          .init(
            HTML(.a, .href(DashboardRequest.page("overview", of: row.id))) { row.name },
            value: .string(row.name)),
          .init(row.sum.clicks, figures), .init(row.sum.installs, figures),
          .init(row.sum.signUps, figures), .init(row.sum.conversions, figures),
          .init(row.sum.rewards, figures),
          .init(money.isEmpty ? "–" : money.joined(separator: " + ")),
          .init(
            row.unusual == 0 ? HTML("–") : Badge("\(row.unusual)", .warn).html,
            value: .integer(row.unusual)),
        ]
      }
    ).paged(request, csv: "apps", next: next.map { "\($0)" })
  }
}
