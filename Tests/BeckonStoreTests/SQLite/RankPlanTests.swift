import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore
import Testing

/// Leaderboards and ranks, as SQLite plans them: along an index in its order, whatever the place.
struct RankPlanTests {
  @Test func nothingIsWalkedAsAWholeOrSorted() async throws {
    let plans = try await QueryPlans.of { scope in
      let campaign: CampaignID = scope.ambient.id()
      let leaders = Leaders(scope, of: campaign)
      for counts in [[5, 2, 1], [0, 0, 3]] as [[Int64]] {
        let place = BoardPlace(
          confirmed: counts[0], unconfirmed: counts[1], pending: counts[2],
          person: scope.ambient.id())
        _ = try scope.connection.run(
          """
          INSERT INTO referral_counts (app, campaign, person, pending, unconfirmed, confirmed,
            updated_at, is_ranked)
          VALUES (\(.integer(scope.app.number)), \(.id(campaign)), \(.id(place.person)),
            \(.integer(counts[2])), \(.integer(counts[1])), \(.integer(counts[0])), 1, 1)
          """)
        _ = try leaders.page(behind: nil, limit: 5)
        _ = try leaders.page(behind: place, limit: 5)
        _ = try leaders.around(place.person, limit: 5)
        _ = try Ranks(scope, of: campaign).standing(of: place.person)
        _ = try Ranks(scope, of: campaign).next(above: counts[0])
      }
    }
    #expect(plans.count > 40)
    // Of the list of looks itself SQLite says that it is scanned.
    let faults = plans.filter { plan in
      plan.contains("TEMP B-TREE") || plan.hasPrefix("SCAN") && !plan.hasPrefix("SCAN look")
    }
    #expect(faults.filter { !$0.contains("CONSTANT ROW") } == [])
    #expect(plans.contains { $0.contains("node>? AND node<?") })
  }
}
