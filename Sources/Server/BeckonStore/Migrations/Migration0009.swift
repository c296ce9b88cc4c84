extension Migration {
  /// What is needed to tell true facts, people and identities from claimed ones.
  static let nothingToSteal = Migration(
    number: 9, name: "nothing-to-steal",
    statements: facts + rewards + referrals)

  private static let facts: [StaticString] = [
    // 1 while only a client has used the id; what is older is never given to another fact.
    "ALTER TABLE fact_ids ADD COLUMN by_client BIGINT",
    "ALTER TABLE people ADD COLUMN server_attributes TEXT",
  ]

  // Rewards in review no longer count for caps and hold no coupon.
  private static let rewards: [StaticString] = [
    "ALTER TABLE transfers ADD COLUMN review TEXT",
    """
    UPDATE coupons SET transfer = NULL WHERE transfer IN (
      SELECT id FROM transfers WHERE app = coupons.app AND state = 'in_review')
    """,
    "UPDATE transfers SET coupon = NULL WHERE state = 'in_review'",
    """
    UPDATE cap_uses SET amount = amount - (
      SELECT COALESCE(SUM(t.amount), 0) FROM transfers AS t
      WHERE t.app = cap_uses.app AND t.rule = cap_uses.rule AND t.to_owner = cap_uses.person
        AND t.state = 'in_review')
    WHERE day = ''
    """,
    """
    UPDATE cap_shares SET room = room + (
      SELECT COALESCE(SUM(t.amount), 0) FROM transfers AS t
      WHERE t.app = cap_shares.app AND t.rule = cap_shares.rule AND t.state = 'in_review')
    WHERE share = 0
    """,
  ]

  private static let referrals: [StaticString] = [
    "ALTER TABLE people ADD COLUMN signed_up_at BIGINT",
    "ALTER TABLE people ADD COLUMN sign_up_received_at BIGINT",
    "ALTER TABLE tombstones ADD COLUMN welcomed BIGINT",
    "ALTER TABLE referrals ADD COLUMN risk_cleared_at BIGINT",
    "ALTER TABLE conversions ADD COLUMN trust TEXT",
  ]
}
