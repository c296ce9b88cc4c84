import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel

extension Referrals {
  /// A person's referrals in a state of a campaign, by how good they are: all of them, and all but
  /// one.
  func tally(
    of referrer: PersonID, in campaign: Campaign, _ state: ReferralState,
    without one: ReferralID? = nil
  ) throws -> (all: ReferralTally, others: ReferralTally) {
    var (all, others) = (ReferralTally(), ReferralTally())
    let step = ReferralProgress.step(reaching: state, goal: campaign.goal) ?? 0
    let none = Identifier(high: 0, low: 0)
    let groups = try scope.connection.rows(
      Self.groups,
      [
        scope.tenant, .id(referrer), .id(campaign.id), .text(state.rawValue),
        .integer(Int64(step)), .identifier(one?.identifier ?? none),
      ], Self.readGroup)
    for group in groups {
      all.add(group.number, group.standing)
      if !group.isOne { others.add(group.number, group.standing) }
    }
    return (all, others)
  }

  /// What speaks against a referral is one of few texts, so it is grouped by them. Of steps that
  /// were recorded before their trust was, the fact tells it, as long as it is kept.
  private static let groups: StaticString = """
    SELECT match, risk, is_cleared, is_returning, trust, is_one, is_claimed, is_settled, COUNT(*)
    FROM (
      SELECT r.match, r.risk,
        CASE WHEN r.risk_cleared_at IS NULL THEN 0 ELSE 1 END AS is_cleared,
        CASE WHEN r.returning_at IS NULL THEN 0 ELSE 1 END AS is_returning,
        CASE WHEN r.id = $6 THEN 1 ELSE 0 END AS is_one,
        CASE WHEN r.referrer_claimed_at IS NULL THEN 0 ELSE 1 END AS is_claimed,
        CASE WHEN r.imported = 'settled' THEN 1 ELSE 0 END AS is_settled,
        COALESCE(
          c.trust, (
            SELECT f.trust FROM facts AS f {by facts_by_subject}
            WHERE f.app = r.app AND f.subject = r.person AND f.id = c.fact LIMIT 1),
          'client') AS trust
      FROM referrals AS r {by referrals_by_referrer}
        LEFT JOIN conversions AS c ON c.app = r.app AND c.referral = r.id AND c.step = $5
      WHERE r.app = $1 AND r.referrer = $2 AND r.campaign = $3 AND r.state = $4
    ) AS looked
    GROUP BY match, risk, is_cleared, is_returning, trust, is_one, is_claimed, is_settled
    """

  private static func readGroup(
    _ row: any Row
  ) throws -> (standing: ReferralStanding, isOne: Bool, number: Int64) {
    let risk = row.integer(2) == 1 ? ReferralRisk([]) : try risk(row.text(1))
    let standing = ReferralStanding(
      match: try row.choice(0), risk: risk, isReturning: row.integer(3) == 1,
      isVouched: StepFact.isVouched(row.text(4)), isReferrerClaimed: row.integer(6) == 1,
      isSettledElsewhere: row.integer(7) == 1)
    return (standing, row.integer(5) == 1, row.integer(8))
  }

  /// The last of a person's referrals in a state of a campaign.
  func latest(
    by referrer: PersonID, in campaign: CampaignID, _ state: ReferralState
  ) throws -> Referral? {
    try scope.connection.first(
      """
      SELECT \(Self.columns) FROM referrals {by referrals_by_referrer}
      WHERE app = \(scope.tenant) AND referrer = \(.id(referrer)) AND campaign = \(.id(campaign))
        AND state = \(.text(state.rawValue))
      ORDER BY referred_at DESC, id DESC LIMIT 1
      """, Self.read)
  }

  // MARK: Who referred whom

  /// The way by which a person came into a campaign: who referred them, who referred that one, and
  /// so on to the end, or to whom a client only claimed: who takes another's name bars no way.
  func edges(
    above person: PersonID, in campaign: CampaignID, max: Int = .max
  ) throws -> [ReferralEdge] {
    try scope.connection.rows(
      """
      WITH RECURSIVE chain (referral, person, referrer, referred_at) AS (
        SELECT id, person, referrer, referred_at FROM referrals
        WHERE app = $1 AND person = $2 AND campaign = $3 AND referrer IS NOT NULL
          AND referrer_claimed_at IS NULL
        UNION
        SELECT r.id, r.person, r.referrer, r.referred_at
        FROM chain AS c JOIN referrals AS r ON r.person = c.referrer
        WHERE r.app = $1 AND r.campaign = $3 AND r.referrer IS NOT NULL
          AND r.referrer_claimed_at IS NULL
      )
      SELECT referral, person, referrer, referred_at FROM chain LIMIT $4
      """, [scope.tenant, .id(person), .id(campaign), .integer(Int64(max))]
    ) { row in
      ReferralEdge(
        referral: row.id(0), person: row.id(1), referrer: row.id(2),
        referredAt: row.optionalInstant(3) ?? Instant(milliseconds: 0))
    }
  }

  /// A person's referrer, that one's referrer and so on, as far as a proposal looks.
  func ancestors(of person: PersonID, in campaign: CampaignID) throws -> [PersonID] {
    try edges(above: person, in: campaign, max: ReferrerProposal.ancestorsMax).map(\.referrer)
  }

  /// Whether a person has referred anybody in a campaign.
  func hasReferred(_ person: PersonID, in campaign: CampaignID) throws -> Bool {
    try scope.connection.first(
      """
      SELECT 1 FROM referrals {by referrals_by_referrer}
      WHERE app = $1 AND referrer = $2 AND campaign = $3 LIMIT 1
      """, [scope.tenant, .id(person), .id(campaign)]
    ) { _ in true } ?? false
  }

  /// Takes the referrer from a referral, and writes down who it was and why.
  /// - Parameter keepsEvidence: whether what had led to the referrer goes on being true.
  func dropReferrer(
    of referral: Referral, for reason: ReferrerOutcome, keepsEvidence: Bool = true
  ) throws {
    let evidence = keepsEvidence ? referral.evidence.members ?? [] : []
    let note = JSON.Member(
      "dropped",
      .object(["referrer": referral.referrer.map(JSON.id), "reason": .string(reason.rawValue)]))
    try scope.connection.send(
      """
      UPDATE referrals SET referrer = NULL, referrer_claimed_at = NULL, evidence = $3,
        updated_at = $4
      WHERE app = $1 AND id = $2
      """,
      [scope.tenant, .id(referral.id), .json(.object(evidence + [note])), scope.time])
    try publishChange(of: [referral.person])
  }
}
