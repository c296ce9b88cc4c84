import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonStore

/// Checks on the stored database that hold at every moment, whatever was acknowledged: the ledger
/// adds up, nothing is paid twice, and what is counted apart agrees with what it counts.
struct LedgerAudit {
  /// Sums and balances.
  let check: LedgerCheck
  private let connection: any Connection
  private let shop: SimulatedShop

  /// Reads every transfer and balance.
  /// - Throws: `DatabaseError`.
  init(_ connection: any Connection, _ shop: SimulatedShop) throws {
    check = try LedgerCheck(connection)
    (self.connection, self.shop) = (connection, shop)
  }

  /// Everything that is wrong, in words.
  /// - Throws: `DatabaseError`.
  func violations() throws -> [String] {
    try check.problems + clawbacks() + rewards() + referralStates() + referralCounts() + ranks()
      + orphans()
  }

  private func count(_ sql: StaticString, _ what: String) throws -> [String] {
    let count = try connection.first(sql, []) { $0.integer(0) } ?? 0
    return count == 0 ? [] : ["\(count) \(what)"]
  }

  // MARK: Money

  private func clawbacks() throws -> [String] {
    try count(
      """
      SELECT COUNT(*) FROM balances LEFT JOIN (
        SELECT app, from_owner, unit, COUNT(*) AS backs FROM transfers
        WHERE kind = 'clawback' GROUP BY app, from_owner, unit
      ) AS taken ON taken.app = balances.app AND taken.from_owner = balances.person
        AND taken.unit = balances.unit
      WHERE posted < 0 AND backs IS NULL
      """, "balances are negative without a clawback")
      + count(
        """
        SELECT COUNT(*) FROM (
          SELECT reverses FROM transfers WHERE kind = 'clawback' GROUP BY app, reverses
          HAVING COUNT(*) > 1) AS doubled
        """, "rewards were clawed back twice")
  }

  /// What the rules say each referral, event and referrer may have been paid at most.
  private func rewards() throws -> [String] {
    try shop.campaigns.flatMap { campaign in
      try campaign.rules.flatMap { rule -> [String] in
        var excess: Int64
        switch rule.frequency {
        case .referral: excess = try doubledByReferral(rule)
        case .event: excess = try doubledByEvent(rule)
        case .every(let count): excess = try beyondCount(rule, campaign, every: count)
        }
        if let cap = rule.cap { excess += try beyondCap(rule, cap) }
        let missing = rule.name == "welcome" ? try unpaidWelcomes(rule, campaign) : 0
        return
          (excess == 0 ? [] : ["rule \(rule.name) of goal \(campaign.goal): \(excess) doubled"])
          + (missing == 0 ? [] : ["rule \(rule.name) of goal \(campaign.goal): \(missing) lost"])
      }
    }
  }

  private func number(_ sql: StaticString, _ parameters: [DatabaseValue]) throws -> Int64 {
    try connection.first(sql, parameters) { $0.integer(0) } ?? 0
  }

  private func doubledByReferral(_ rule: SimulatedShop.Rule) throws -> Int64 {
    try number(
      """
      SELECT COUNT(*) FROM (
        SELECT referral FROM transfers WHERE kind = 'reward' AND rule = $1
        GROUP BY app, referral, to_owner HAVING COUNT(*) > 1) AS doubled
      """, [.id(rule.id)])
  }

  private func doubledByEvent(_ rule: SimulatedShop.Rule) throws -> Int64 {
    try number(
      """
      SELECT COUNT(*) FROM (
        SELECT fact FROM transfers WHERE kind = 'reward' AND rule = $1
        GROUP BY app, fact, to_owner HAVING COUNT(*) > 1) AS doubled
      """, [.id(rule.id)])
  }

  /// A count falls when a referral is reversed, so the bound is on all that were ever made.
  private func beyondCount(
    _ rule: SimulatedShop.Rule, _ campaign: SimulatedShop.Campaign, every count: Int64
  ) throws -> Int64 {
    try number(
      """
      SELECT COUNT(*) FROM (
        SELECT to_owner, app, COUNT(*) AS paid FROM transfers
        WHERE kind = 'reward' AND rule = $1 GROUP BY app, to_owner
      ) AS payments WHERE paid * $3 > (
        SELECT COUNT(*) FROM referrals WHERE referrals.app = payments.app
          AND campaign = $2 AND referrer = payments.to_owner)
      """, [.id(rule.id), .id(campaign.id), .integer(count)])
  }

  private func beyondCap(_ rule: SimulatedShop.Rule, _ cap: Int64) throws -> Int64 {
    try number(
      """
      SELECT COUNT(*) FROM (
        SELECT to_owner FROM transfers WHERE kind = 'reward' AND rule = $1
        GROUP BY app, to_owner HAVING SUM(amount) > $2) AS excess
      """, [.id(rule.id), .integer(cap)])
  }

  /// A referral that is confirmed has paid both sides: the step and its payment are one write.
  private func unpaidWelcomes(
    _ rule: SimulatedShop.Rule, _ campaign: SimulatedShop.Campaign
  ) throws -> Int64 {
    try number(
      """
      SELECT COUNT(*) FROM referrals LEFT JOIN (
        SELECT app, referral, COUNT(*) AS paid FROM transfers
        WHERE kind = 'reward' AND rule = $1 GROUP BY app, referral
      ) AS payments ON payments.app = referrals.app AND payments.referral = referrals.id
      WHERE campaign = $2 AND referrer IS NOT NULL AND state = 'confirmed'
        AND COALESCE(paid, 0) <> 2
      """, [.id(rule.id), .id(campaign.id)])
  }

  // MARK: Referrals

  /// Works out each state anew from the recorded steps.
  private func referralStates() throws -> [String] {
    let rows = try connection.rows(
      """
      SELECT referrals.campaign, state, conversions.step, referrals.id
      FROM referrals LEFT JOIN conversions
        ON conversions.app = referrals.app AND conversions.referral = referrals.id
      WHERE state NOT IN ('reversed', 'superseded')
      """, []
    ) { row in
      (
        campaign: row.id(0, CampaignID.self), state: row.text(1), step: Int(row.integer(2)),
        id: row.id(3, ReferralID.self)
      )
    }
    let wrong = Dictionary(grouping: rows, by: \.id).values.filter { rows in
      let steps = Set(rows.map(\.step))
      let goal = shop.campaigns.first { $0.id == rows[0].campaign }?.goal ?? 0
      return rows[0].state != Self.state(goal: goal, steps: steps)
    }
    return wrong.isEmpty ? [] : ["\(wrong.count) referrals have not the state of their steps"]
  }

  private static func state(goal: Int, steps: Set<Int>) -> String {
    var reached = 0
    while steps.contains(reached + 1) { reached += 1 }
    if reached >= goal { return "confirmed" }
    return reached == 2 ? "unconfirmed" : "pending"
  }

  private func referralCounts() throws -> [String] {
    try count(
      """
      SELECT COUNT(*) FROM (
        SELECT SUM(pending) AS pending, SUM(unconfirmed) AS unconfirmed,
          SUM(confirmed) AS confirmed
        FROM (
          SELECT app, campaign, person, pending, unconfirmed, confirmed FROM referral_counts
          UNION ALL
          SELECT app, campaign, referrer, CASE WHEN state = 'pending' THEN -1 ELSE 0 END,
            CASE WHEN state = 'unconfirmed' THEN -1 ELSE 0 END,
            CASE WHEN state = 'confirmed' THEN -1 ELSE 0 END
          FROM referrals WHERE referrer IS NOT NULL AND match <> 'declared'
        ) AS sides GROUP BY app, campaign, person
      ) AS differences WHERE pending <> 0 OR unconfirmed <> 0 OR confirmed <> 0
      """, "leaderboard counts differ from the referrals")
  }

  /// Trees of ranks that are not what the people's counts come to.
  private func ranks() throws -> [String] {
    try connection.rows("SELECT number FROM apps", []) { $0.integer(0) }.flatMap { app in
      try RankCheck(of: app, connection).wrongNodes.map { "rank node " + $0 }
    }
  }

  // MARK: Halves

  /// Rows of one write without each other.
  private func orphans() throws -> [String] {
    try count(
      "SELECT COUNT(*) - COUNT(DISTINCT id) FROM facts", "facts are stored twice")
      + count("SELECT COUNT(*) - COUNT(DISTINCT id) FROM clicks", "clicks are stored twice")
      + count(
        """
        SELECT COUNT(*) FROM facts LEFT JOIN fact_ids
          ON fact_ids.app = facts.app AND fact_ids.id = facts.id
        WHERE name NOT LIKE 'beckon.%' AND fact_ids.id IS NULL
        """, "events are stored without their id")
      + count(
        """
        SELECT COUNT(*) FROM (SELECT app, id FROM fact_ids EXCEPT SELECT app, id FROM facts)
          AS halves
        """, "ids of events are stored without the event")
      + count(
        """
        SELECT COUNT(*) FROM installs WHERE NOT EXISTS (
          SELECT 1 FROM decisions WHERE decisions.app = installs.app
            AND decisions.install = installs.id)
        """, "installs are stored without their decision")
      + count(
        """
        SELECT COUNT(*) FROM click_claims WHERE NOT EXISTS (
          SELECT 1 FROM decisions WHERE decisions.app = click_claims.app
            AND decisions.install = click_claims.install AND decisions.click = click_claims.click)
        """, "claims of clicks are stored without their decision")
      + count(
        """
        SELECT COUNT(*) FROM (
          SELECT app, id FROM facts WHERE name = 'beckon.conversion'
          EXCEPT SELECT app, id FROM outcomes) AS halves
        """, "conversions are stored without their answer")
  }
}
