import BeckonDatabase
import BeckonEngine
import BeckonModel

/// The rules that campaigns had before, for those whose terms are the ones of the referral.
public struct PastCampaignRules {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Keeps the rules of a campaign, which are to be replaced now. Of two changes in one millisecond
  /// no referral can have seen what was between them.
  /// - Returns: `false` when it remembers as many versions as it can.
  /// - Throws: `DatabaseError`.
  public func keep(_ campaign: Campaign) throws -> Bool {
    guard campaign.past.count < PastRules.versionsMax else { return false }
    let rules = campaign.rules.map { rule in
      JSON.object([JSON.Member("id", .id(rule.id))] + (rule.rule.json.members ?? []))
    }
    try scope.connection.send(
      """
      INSERT INTO past_rules (app, campaign, until, rules) VALUES ($1, $2, $3, $4)
      ON CONFLICT (app, campaign, until) DO NOTHING
      """, [scope.tenant, .id(campaign.id), scope.time, .json(.array(rules))])
    return true
  }

  /// What an app's campaigns had, oldest first, by campaign; of those whose terms ask for it.
  static func all(
    of app: Int64, _ connection: any Connection, _ read: (JSON) throws -> CampaignRule
  ) throws -> [CampaignID: [PastRules]] {
    let rows = try connection.rows(
      """
      SELECT p.campaign, p.until, p.rules FROM past_rules AS p
        JOIN campaigns AS c ON c.app = p.app AND c.id = p.campaign
      WHERE p.app = $1 AND c.terms = $2 ORDER BY p.campaign, p.until
      """, [.integer(app), .text(RewardTerms.atReferral.rawValue)]
    ) { row in
      (
        campaign: row.id(0, CampaignID.self),
        past: PastRules(
          until: row.instant(1), rules: try (row.json(2).elements ?? []).map(read))
      )
    }
    return Dictionary(grouping: rows, by: \.campaign).mapValues { $0.map(\.past) }
  }
}
