import BeckonDatabase
import BeckonEngine
import BeckonModel

/// How many referrals of each state a person has in a campaign; the leaderboard is sorted by it
/// (`Leaders`), and ranks are counted by it (`Ranks`).
public struct ReferralCounts {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Counts a move.
  func count(_ move: ReferralMove) throws { try Self.count([(scope, move)], in: scope.connection) }

  /// Counts a person's referrals anew, after they have become others.
  func recount(_ person: PersonID, in campaign: CampaignID) throws {
    let (app, id, own) = (scope.tenant, DatabaseValue.id(campaign), DatabaseValue.id(person))
    let old = try scope.connection.first(
      """
      DELETE FROM referral_counts WHERE app = \(app) AND campaign = \(id) AND person = \(own)
      RETURNING \(Counted.columns)
      """
    ) { Counted($0) }
    let new = try scope.connection.first(
      """
      INSERT INTO referral_counts (app, campaign, person, pending, unconfirmed, confirmed,
        updated_at, is_ranked)
      SELECT app, campaign, referrer, SUM(CASE WHEN state = 'pending' THEN 1 ELSE 0 END),
        SUM(CASE WHEN state = 'unconfirmed' THEN 1 ELSE 0 END),
        SUM(CASE WHEN state = 'confirmed' THEN 1 ELSE 0 END), \(scope.time), 1
      FROM referrals {by referrals_by_referrer}
      WHERE app = \(app) AND campaign = \(id) AND referrer = \(own)
      GROUP BY app, campaign, referrer
      RETURNING \(Counted.columns)
      """
    ) { Counted($0) }
    var ranks = RankChanges()
    ranks.move(
      from: old.flatMap { $0.isRanked ? $0.score : nil }, to: new?.score, on: .confirmed,
      of: campaign, scope.app.number)
    try ranks.store(in: scope.connection)
  }

  /// How many people of a campaign are in each state, with and without a referrer.
  /// - Throws: `DatabaseError`.
  public func funnel(
    of campaign: CampaignID
  ) throws -> [(state: ReferralState, referred: Int64, organic: Int64)] {
    try scope.connection.rows(
      """
      SELECT state, COUNT(referrer), COUNT(*) - COUNT(referrer) FROM referrals
      WHERE app = $1 AND campaign = $2 GROUP BY state ORDER BY state
      """, [scope.tenant, .id(campaign)]
    ) { (state: try $0.choice(0), referred: $0.integer(1), organic: $0.integer(2)) }
  }
}
