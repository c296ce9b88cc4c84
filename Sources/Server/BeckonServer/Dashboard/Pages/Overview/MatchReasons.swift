import BeckonContract
import BeckonEngine
import BeckonModel
import BeckonStore

/// How installs were matched, and why the others were not: the first look when the matches of a
/// campaign fall. An install without a match is of no campaign, so no report by campaign has it.
struct MatchReasons: Sendable {
  let rows: [MatchSample.Row]
  /// Whether all installs of the time are counted, or some of each part of it.
  let isAll: Bool

  static let table = DashboardTable(name: "matches") { request in
    let period = try await OverviewPage.funnel("day", request).period
    return .csv("matches", try await MatchReasons(request, in: period).table(request))
  }

  init(_ request: DashboardRequest, in period: ReportPeriod) async throws {
    let platform = request.query("platform").flatMap { Platform(word: $0) }
    (rows, isAll) = try await request.read { try MatchSample($0).rows(in: period, on: platform) }
  }

  /// The table, and of which installs it is.
  func html(_ request: DashboardRequest) -> HTML {
    HTML {
      table(request).html(request.language)
      HTML(.p, .class("note")) {
        request.text(.matchesOf)
        if !isAll {
          " "
          request.text(
            .matchesSampled,
            ["count": "\(MatchSample.installsOfPart)", "parts": "\(MatchSample.parts)"])
        }
      }
    }
  }

  private func table(_ request: DashboardRequest) -> DataTable {
    let figures = request.figures
    return DataTable(
      .howMatched,
      [
        .init(.match, .short, csv: "match"), .init(.reason, .long, csv: "reason"),
        .init(.installs, .number, csv: "installs"), .init(.lastOfThem, .short, csv: "install"),
      ],
      rows.map { row in
        [
          .init(Badge.state(row.match).html, value: .string(row.match)),
          .init(reason(row, request), value: .string(row.reason)),
          .init(row.installs, figures),
          .init(
            request.why(row.latest.text, DashboardRequest.brief(row.latest.text)),
            value: .string(row.latest.text)),
        ]
      }
    ).or(EmptyState(.noFacts)).paged(request, csv: "matches")
  }

  /// The code that documents name, and what it means.
  private func reason(_ row: MatchSample.Row, _ request: DashboardRequest) -> HTML {
    HTML {
      HTML(.code) { row.reason }
      if let words = AttributionReason(word: row.reason)?.words {
        HTML(.div) { HTML(.small) { request.text(words) } }
      }
    }
  }
}
