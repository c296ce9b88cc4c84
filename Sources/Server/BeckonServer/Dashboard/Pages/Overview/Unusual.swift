import BeckonBasics
import BeckonContract
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Something that whoever keeps an app should look at.
struct Unusual: Sendable {
  let text: String
  /// Where it is looked at.
  let link: LocalPath?

  /// Rows of a list that are looked at, so that no look grows with the app.
  private static let looked = "200"
  /// Campaigns whose rules are looked at.
  private static let campaignsMax = 10
  /// Visits by robots in a day from which a link stands out.
  private static let robotsMin = 50
  /// How long rows may wait for a follower, in milliseconds.
  private static let lagMilliseconds = 2 * Span.minuteMilliseconds

  /// All of an app.
  /// - Parameter campaigns: the funnel by campaign.
  static func all(
    _ request: DashboardRequest, _ campaigns: [FunnelRow]
  ) async throws -> [Unusual] {
    try await reports(request) + held(request) + rules(request, campaigns) + robots(request)
      + webhooks(request) + unmatched(request) + lag(request)
  }

  /// Rewards that wait for somebody to decide.
  private static func held(_ request: DashboardRequest) async throws -> [Unusual] {
    let held = try await request.ask(
      RewardRoute.listHeld, query: ["state": "in_review", "limit": looked])
    let count = held["held"]?.elements?.count ?? 0
    guard count > 0 else { return [] }
    let more = held["next"]?.string == nil ? "" : "+"
    return [
      Unusual(text: request.text(.unusualHeld, ["count": "\(count)" + more]), link: nil)
    ]
  }

  /// Links that strangers have reported.
  private static func reports(_ request: DashboardRequest) async throws -> [Unusual] {
    let count = try await request.read { try LinkReports($0).openCount() }
    guard count > 0 else { return [] }
    return [
      Unusual(
        text: request.text(.unusualReports, ["count": "\(count)"]), link: request.page("links"))
    ]
  }

  /// Rules of campaigns in which people convert, that are in none of the campaign's last rewards.
  private static func rules(
    _ request: DashboardRequest, _ rows: [FunnelRow]
  ) async throws -> [Unusual] {
    var found: [Unusual] = []
    for row in rows.filter({ $0.conversions > 0 }).prefix(campaignsMax) {
      guard let campaign = row.key.flatMap({ request.app?.campaign(named: $0) }),
        campaign.schedule.state == .active
      else { continue }
      let paid = try await request.ask(
        RewardRoute.listTransfers,
        query: ["campaign": campaign.id.text, "kind": "reward", "limit": looked])
      let paying = Set(
        texts: (paid["transfers"]?.elements ?? []).compactMap { $0["rule"]?.string })
      found += campaign.rules.filter { !paying.contains($0.id.text) }.map { rule in
        Unusual(
          text: request.text(
            .unusualRule, ["rule": rule.rule.name, "campaign": campaign.name]), link: nil)
      }
    }
    return found
  }

  /// Links that robots visited much in the last day.
  private static func robots(_ request: DashboardRequest) async throws -> [Unusual] {
    let since = request.now.adding(milliseconds: -Span.dayMilliseconds)
    let visits = try await request.ask(
      LinkRoute.listClicks, query: ["kind": "robot", "from": since.text, "limit": looked])
    var counts: [TextKey: Int] = [:]
    for visit in visits["clicks"]?.elements ?? [] {
      if let link = visit["link"]?.string { counts[link, default: 0] += 1 }
    }
    let loved = counts.filter { $0.value >= robotsMin }.sorted { $0.key < $1.key }
    let names = try await OverviewPage.names(of: loved.map(\.key.text), request)
    return loved.map { link, count in
      Unusual(
        text: request.text(
          .unusualRobots,
          ["link": names[link] ?? link.text, "robots": request.figures.whole(Int64(count))]),
        link: request.page("why", query: ["q": link.text]))
    }
  }

  private static func webhooks(_ request: DashboardRequest) async throws -> [Unusual] {
    let webhooks = try await request.ask(WebhookRoute.list, query: ["limit": looked])
    return (webhooks["webhooks"]?.elements ?? []).filter { $0["warning"] != nil }.map { webhook in
      Unusual(
        text: request.text(.unusualWebhook, ["url": request.webhookURL(webhook)]) + " "
          + (webhook["warning"]?.string ?? ""), link: nil)
    }
  }

  /// Products that visitors look at, put into baskets or buy, and that the catalogue does not know.
  private static func unmatched(_ request: DashboardRequest) async throws -> [Unusual] {
    let report = try await request.read {
      try UnmatchedProducts($0).report(actionsMax: UnmatchedProductLimits.actionsOfOverview)
    }
    guard report.isUnusual else { return [] }
    let figures = request.figures
    return [
      Unusual(
        text: request.text(
          .unusualUnmatched,
          [
            "unmatched": figures.whole(report.unmatchedActions),
            "actions": figures.whole(report.actions),
          ]), link: request.page("products"))
    ]
  }

  /// Followers of the feed that are behind, of all apps together.
  private static func lag(_ request: DashboardRequest) async throws -> [Unusual] {
    let (now, figures) = (request.now, request.figures)
    let lags = try await request.call.database.read { connection in
      try FeedFollower.all.map { ($0.name, try Followers(connection).lag(of: $0.name)) }
    }
    return lags.compactMap { name, lag in
      guard let oldest = lag.oldest, now.milliseconds(since: oldest) > lagMilliseconds else {
        return nil
      }
      let minutes = now.milliseconds(since: oldest) / Span.minuteMilliseconds
      return Unusual(
        text: request.text(
          .unusualLag,
          ["name": name, "rows": figures.whole(lag.rows), "minutes": figures.whole(minutes)]),
        link: DashboardRequest.page("health"))
    }
  }
}
