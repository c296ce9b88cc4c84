import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// A link that strangers have reported, with what is known of it.
struct ReportedLink: Sendable {
  let reports: LinkReports.Reported
  let link: JSON
}

/// Links that strangers have reported: shown above all others, and stopped in one step.
extension LinksPage {
  static func reported(_ request: DashboardRequest) async throws -> [ReportedLink] {
    var found: [ReportedLink] = []
    for reports in try await request.read({ try LinkReports($0).open() }) {
      if let link = try await request.find(LinkRoute.read, reports.link.text) {
        found.append(ReportedLink(reports: reports, link: link))
      }
    }
    return found
  }

  static let reportTable = DashboardTable(name: "reports") { request in
    .csv("reports", try await LinksPage(request).reports)
  }

  /// Stops the link and has done with its reports.
  static let stopReported = DashboardAction("stop-reported", .edit, done: .linkStopped) {
    request in
    let id = try reportedID(request)
    _ = try await request.ask(
      LinkRoute.update, id.text, body: ["expires_at": .instant(request.now)])
    return try await settle(id, request)
  }

  /// Leaves the link as it is.
  static let settle = DashboardAction("settle", .edit, done: .reportsSettled) { request in
    try await settle(reportedID(request), request)
  }

  private static func settle(
    _ id: LinkID, _ request: DashboardRequest
  ) async throws -> DashboardAction.Outcome {
    guard let app = request.app else { throw DashboardRefusal.noSuchPage }
    let (now, ambient) = (request.now, request.call.ambient)
    try await request.change { connection in
      let scope = Scope(connection: connection, app: app, now: now, ambient: ambient)
      let count = try LinkReports(scope).settle(id)
      return AuditLog.Change(
        action: "settle reports of link", path: id.text, after: ["reports": .integer(count)])
    }
    return .done()
  }

  private static func reportedID(_ request: DashboardRequest) throws -> LinkID {
    guard let id = request.field("link").flatMap({ LinkID($0) }) else {
      throw DashboardRefusal.noSuchPage
    }
    return id
  }

  // MARK: What it shows

  var reports: DataTable {
    var table = DataTable(
      .reportedLinks,
      [
        .init(.link, csv: "link"), .init(.reportedBy, .number, csv: "networks"),
        .init(.whatIsSaid, .long, csv: "reasons"), .init(.lastReport, .short, csv: "last"),
        .init(.state, .short), .init(.decide, .short),
      ], reported.map(row)
    ).or(EmptyState(.noReports))
    table.csv = request.path(["csv": "reports"])
    return table
  }

  private func row(_ reported: ReportedLink) -> [DataTable.Cell] {
    let (reports, link) = (reported.reports, reported.link)
    let reasons = reports.reasons.map { reason, count in
      request.text(reason.rawValue, of: Words.linkReportReasons) + " (\(count))"
    }
    let standing = LinkStanding(link, at: request.now)
    let id: KeyValuePairs<String, String> = ["link": reports.link.text]
    return [
      .init(name(of: link), value: .string(reports.link.text)),
      .init(reports.count, request.figures),
      .init(
        HTML {
          reasons.joined(separator: ", ")
          HTML(reports.notes.map { note in HTML(.div) { HTML(.small) { "“" + note + "”" } } })
        }, value: .string(reasons.joined(separator: "; "))),
      .time(reports.last.text), .init(standing.badge(request)),
      .init(
        HTML(.div, .class("pager")) {
          if standing == .runs {
            request.button(Self.stopReported, .stopLink, hidden: id, isDangerous: true)
          }
          request.button(Self.settle, .nothingWrong, hidden: id)
        }),
    ]
  }
}
