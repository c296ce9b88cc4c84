import BeckonBasics
import BeckonModel
import TestDatabases
import Testing

@testable import BeckonServer

/// How each page of the dashboard finds its rows: along an index, however many there are.
@Suite(.enabled(if: !TestDatabase.isPostgres, "reads the plans of SQLite"))
struct PagePlanTests {
  /// What an app, or a server, has few of, whatever comes in.
  private static let small: Set = [
    "apps", "api_keys", "campaigns", "rules", "webhooks", "widgets", "reminders", "operators",
    "postback_schemas", "search_settings", "daily_fills", "click_zones", "invite_stops", "imports",
  ]
  /// What an inner statement, or a list that was given, has found.
  private static let found: Set = [
    "drawn", "json_each", "latest", "merged", "pragma_page_count", "pragma_page_size",
    "reported", "sides", "waiting",
  ]
  /// The same under a short name, in statements in which the name stands for that.
  private static let named = [
    "p": "past_rules AS p", "m": "merged AS m", "d": ") AS d LEFT JOIN links",
  ]
  /// The ledger's sums are what comes of adding up every row; that is what they are for.
  private static let ledgerSums = "CAST(SUM("

  /// The plans that look at every row of a table, or at every row of an app: without an end, or
  /// sorted before the end.
  private static func walks(_ plans: Set<PlannedDatabase.Plan>) -> [String] {
    let sorting = Set(plans.filter { $0.line.contains("B-TREE FOR ORDER") }.map(\.statement))
    return plans.filter { plan in
      let words = plan.line.split(separator: " ").map(String.init)
      guard words.count > 1, !small.contains(words[1]), !found.contains(words[1]),
        words[0] == "SCAN" || plan.line.hasSuffix("(app=?)"),
        named[words[1]].map({ !plan.statement.contains($0) }) ?? true
      else { return false }
      let isSum =
        ["balances", "transfers"].contains(words[1]) && plan.statement.contains(ledgerSums)
      // Of a link a hundred open reports are kept, and this index has no others.
      let isOpen = plan.line.contains("INDEX link_reports_open ")
      return !isSum && !isOpen
        && (!plan.statement.contains(" LIMIT ") || sorting.contains(plan.statement))
    }.map { $0.line + " in " + $0.statement }.sorted()
  }

  @Test("No page looks at every row of a table that grows")
  func pages() async throws {
    var planned: PlannedDatabase?
    try await TestServer.run(wrapping: { inner in
      let database = PlannedDatabase(inner)
      planned = database
      return database
    }) { server in
      let asked = try await DashboardPageTests.playHostileLoop(server)
      let ana = try await TestOperator.signedIn(server)
      let database = try #require(planned)
      database.isNoting.withLock { $0 = true }
      let app = "/dashboard/\(server.app.id.text)/"
      let paths =
        DashboardPage.all.map { ($0.place == .app ? app : "/dashboard/") + $0.name }
        + asked.map { app + "why?q=" + PercentEncoding.encode($0) }
        + [app + "people/" + asked[0], app + "links/" + asked[2]]
      for path in paths {
        let answer = try await ana.get(path)
        #expect(answer.status == 200, "\(path): \(answer.text.prefix(300))")
      }
      database.isNoting.withLock { $0 = false }
      let plans = database.plans.withLock { $0 }
      #expect(plans.count > 100)
      #expect(Self.walks(plans) == [])
    }
  }
}
