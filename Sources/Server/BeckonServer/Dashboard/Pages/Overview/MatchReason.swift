import BeckonContract
import BeckonModel

/// How the last installs were matched, and why the others were not: the first look when the
/// matches of a campaign fall. An install without a match is of no campaign, so no report by
/// campaign has it.
struct MatchReason: Sendable {
  let match: String
  let reason: String
  var installs: Int64
  /// The last of them.
  let latest: String

  /// So many installs are looked at, so that no look grows with the app.
  private static let looked = "200"

  static let table = DashboardTable(name: "matches") { request in
    .csv("matches", table(try await all(request), request))
  }

  /// The reasons, those of most installs first.
  static func all(_ request: DashboardRequest) async throws -> [MatchReason] {
    let json = try await request.ask(
      InstallRoute.list,
      query: [
        "from": request.query("from"), "until": request.query("until"),
        "platform": request.query("platform"), "limit": looked,
      ])
    var reasons: [MatchReason] = []
    for install in json["installs"]?.elements ?? [] {
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
    return reasons.sorted { $1.installs < $0.installs }
  }

  static func table(_ reasons: [MatchReason], _ request: DashboardRequest) -> DataTable {
    let figures = request.figures
    var table = DataTable(
      .howMatched,
      [
        .init(.match, .short, csv: "match"), .init(.reason, .short, csv: "reason"),
        .init(.installs, .number, csv: "installs"), .init(.lastOfThem, .short, csv: "install"),
      ],
      reasons.map { reason in
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
