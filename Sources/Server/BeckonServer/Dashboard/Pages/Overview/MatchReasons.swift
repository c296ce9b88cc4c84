import BeckonContract
import BeckonModel

/// How an install was matched, or why it was not.
struct MatchReason: Sendable {
  let match: String
  let reason: String
  var installs: Int64
  /// The last of them.
  let latest: String
}

/// How the last installs were matched, and why the others were not: the first look when the
/// matches of a campaign fall. An install without a match is of no campaign, so no report by
/// campaign has it.
struct MatchReasons: Sendable {
  /// So many installs are looked at, so that no look grows with the app.
  private static let installsMax = "200"

  /// Those of most installs first.
  let all: [MatchReason]
  /// How many installs were looked at.
  let count: Int
  /// When the first of them came; `nil` when there is none.
  let since: String?

  static let table = DashboardTable(name: "matches") { request in
    .csv("matches", try await MatchReasons(request).table(request))
  }

  init(_ request: DashboardRequest) async throws {
    let json = try await request.ask(
      InstallRoute.list,
      query: [
        "from": request.query("from"), "until": request.query("until"),
        "platform": request.query("platform"), "limit": Self.installsMax,
      ])
    let installs = json["installs"]?.elements ?? []
    var reasons: [MatchReason] = []
    for install in installs {
      let match = install["match"]?["type"]?.string ?? ""
      let reason = install["match"]?["reason"]?.string ?? ""
      if let place = reasons.firstIndex(where: { $0.match == match && $0.reason == reason }) {
        reasons[place].installs += 1
      } else {
        reasons.append(
          MatchReason(
            match: match, reason: reason, installs: 1, latest: install["install"]?.string ?? ""))
      }
    }
    all = reasons.sorted { $1.installs < $0.installs }
    (count, since) = (installs.count, installs.last?["created_at"]?.string)
  }

  /// The table, and of which installs it is: whoever makes up installs pushes others out of it.
  func html(_ request: DashboardRequest) -> HTML {
    HTML {
      table(request).html(request.language)
      HTML(.p, .class("note")) {
        request.text(
          .matchesOf,
          ["count": request.figures.whole(Int64(count)), "time": Figures.time(since ?? "")])
      }
    }
  }

  private func table(_ request: DashboardRequest) -> DataTable {
    let figures = request.figures
    var table = DataTable(
      .howMatched,
      [
        .init(.match, .short, csv: "match"), .init(.reason, .short, csv: "reason"),
        .init(.installs, .number, csv: "installs"), .init(.lastOfThem, .short, csv: "install"),
      ],
      all.map { reason in
        [
          .init(Badge.state(reason.match).html, value: .string(reason.match)),
          .init(reason.reason), .init(reason.installs, figures),
          .init(request.why(reason.latest), value: .string(reason.latest)),
        ]
      }
    ).or(EmptyState(.noFacts))
    table.csv = request.path(with: "csv", "matches")
    return table
  }
}
