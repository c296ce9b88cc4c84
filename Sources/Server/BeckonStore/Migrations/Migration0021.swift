import BeckonDatabase

extension Migration {
  /// What members have earned in a campaign in the unit `points`, and the places of waiting lists.
  /// What is there already is summed here; the trees count it later, in parts (`RankFill`).
  ///
  /// A program of an earlier step would post transfers and move people without them, so the two do
  /// not work side by side.
  static let points = Migration(
    number: 21, name: "points",
    statements: [
      """
      CREATE TABLE campaign_points (
        app BIGINT NOT NULL,
        campaign UUID NOT NULL,
        person UUID NOT NULL,
        points BIGINT NOT NULL,
        is_ranked BIGINT NOT NULL,
        PRIMARY KEY (app, campaign, person)
      ) {clustered}
      """,
      """
      CREATE INDEX campaign_points_by_rank ON campaign_points (app, campaign, points DESC, person)
      """,
      "CREATE INDEX campaign_points_by_person ON campaign_points (app, person)",
      """
      CREATE INDEX campaign_points_unranked ON campaign_points (app, campaign, person)
      WHERE is_ranked = 0
      """,
      """
      CREATE TABLE queue_places (
        app BIGINT NOT NULL,
        campaign UUID NOT NULL,
        person UUID NOT NULL,
        referral UUID NOT NULL,
        joined_at BIGINT NOT NULL,
        confirmed BIGINT NOT NULL,
        is_ranked BIGINT NOT NULL,
        PRIMARY KEY (app, campaign, person)
      ) {clustered}
      """,
      """
      CREATE INDEX queue_places_in_order ON queue_places
        (app, campaign, confirmed DESC, joined_at, referral)
      """,
      """
      CREATE INDEX queue_places_unranked ON queue_places (app, campaign, person)
      WHERE is_ranked = 0
      """,
      earned, waiting,
    ])

  // Whoever was merged has no points of their own; chains of merges are followed to their end.
  // Sums are made of parts, because the databases add no further than 64 bits.
  private static let earned: StaticString = """
    INSERT INTO campaign_points (app, campaign, person, points, is_ranked)
    WITH RECURSIVE merged (app, id, survivor) AS (
      SELECT app, id, merged_into FROM people WHERE merged_into IS NOT NULL
      UNION ALL
      SELECT m.app, m.id, p.merged_into FROM merged AS m
      JOIN people AS p ON p.app = m.app AND p.id = m.survivor
      WHERE p.merged_into IS NOT NULL
    ), ends (app, id, survivor) AS (
      SELECT m.app, m.id, m.survivor FROM merged AS m
      JOIN people AS p ON p.app = m.app AND p.id = m.survivor
      WHERE p.merged_into IS NULL
    ), moved (app, campaign, owner, amount) AS (
      SELECT t.app, t.campaign,
        CASE WHEN t.kind = 'reward' THEN t.to_owner ELSE COALESCE(r.to_owner, t.from_owner) END,
        CASE WHEN t.kind = 'reward' THEN t.amount ELSE -t.amount END
      FROM transfers AS t LEFT JOIN transfers AS r ON r.app = t.app AND r.id = t.reverses
      WHERE t.unit = 'points' AND t.state = 'posted' AND t.kind IN ('reward', 'clawback')
        AND t.campaign IS NOT NULL
    ), sums (app, campaign, person, parts, rest) AS (
      SELECT o.app, o.campaign, COALESCE(e.survivor, o.owner), SUM(o.amount / 1000000000),
        SUM(o.amount % 1000000000)
      FROM moved AS o LEFT JOIN ends AS e ON e.app = o.app AND e.id = o.owner
      GROUP BY o.app, o.campaign, COALESCE(e.survivor, o.owner)
    )
    SELECT app, campaign, person, CAST(CASE
        WHEN parts >= 4000000000 THEN 4000000000000000000
        WHEN parts <= -4000000000 THEN -4000000000000000000
        ELSE parts * 1000000000 + rest END AS BIGINT), 0
    FROM sums
    """

  private static let waiting: StaticString = """
    INSERT INTO queue_places (app, campaign, person, referral, joined_at, confirmed, is_ranked)
    SELECT r.app, r.campaign, r.person, r.id, r.joined_at, COALESCE(c.confirmed, 0), 0
    FROM campaigns AS g
    JOIN referrals AS r ON r.app = g.app AND r.campaign = g.id
    JOIN people AS p ON p.app = r.app AND p.id = r.person
    LEFT JOIN members AS m ON m.app = r.app AND m.referral = r.id
    LEFT JOIN referral_counts AS c
      ON c.app = r.app AND c.campaign = r.campaign AND c.person = r.person
    WHERE g.kind = 'waitlist' AND r.state NOT IN ('awaiting_sign_up', 'superseded')
      AND m.left_at IS NULL AND p.merged_into IS NULL AND p.erased_at IS NULL
    """
}
