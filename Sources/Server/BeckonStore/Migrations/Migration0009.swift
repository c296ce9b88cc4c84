import BeckonDatabase

extension Migration {
  /// What is needed to tell true facts, people and identities from claimed ones.
  static let nothingToSteal = Migration(
    number: 9, name: "nothing-to-steal",
    statements: facts + rewards + referrals + confirmedIdentities + vendorsOfInstalls
      + keptAnswers + linesOfWebhooks)

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
    CREATE INDEX transfers_in_review ON transfers (app, to_owner, rule) WHERE state = 'in_review'
    """,
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
    // Set when the app's server first named the person and did not say the same referrer.
    "ALTER TABLE referrals ADD COLUMN referrer_claimed_at BIGINT",
    // Of the call that set the referrer.
    "ALTER TABLE referrals ADD COLUMN referrer_install UUID",
    "ALTER TABLE conversions ADD COLUMN trust TEXT",
  ]

  /// What was there before counts as confirmed, so that nobody is signed out by a new version:
  /// nobody knows any more who said it.
  private static let confirmedIdentities: [StaticString] = [
    "ALTER TABLE identities ADD COLUMN confirmed_at BIGINT DEFAULT 0",
    "ALTER TABLE tombstones ADD COLUMN confirmed BIGINT NOT NULL DEFAULT 1",
    "ALTER TABLE tokens ADD COLUMN install UUID",
    // 1 while only the answer to a call of the app's server has had it.
    "ALTER TABLE tokens ADD COLUMN by_server BIGINT",
    "ALTER TABLE installs ADD COLUMN disowned BIGINT",
    // 1 while the install's user is the one with whom the app's server has named it.
    "ALTER TABLE installs ADD COLUMN named_by_server BIGINT",
    "ALTER TABLE installs ADD COLUMN unproven BIGINT",
    """
    CREATE TABLE sign_in_tokens (
      app BIGINT NOT NULL,
      digest UUID NOT NULL,
      person UUID NOT NULL,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (app, digest)
    ) {clustered}
    """,
    "CREATE INDEX sign_in_tokens_by_person ON sign_in_tokens (app, person, expires_at)",
    "CREATE INDEX sign_in_tokens_by_time ON sign_in_tokens (expires_at)",
    """
    CREATE TABLE identity_keys (
      id UUID NOT NULL PRIMARY KEY,
      app BIGINT NOT NULL,
      secret TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX identity_keys_by_app ON identity_keys (app, id)",
  ]

  /// By whose protocol installs and people became known; `NULL` is Beckon's own. Of those from
  /// before, the installs are Linkrunner's of whose device something was kept that only its clients
  /// tell, and the people who have used no other install. What is not sure counts as Beckon's own,
  /// where a bare install id proves nothing.
  private static let vendorsOfInstalls: [StaticString] = [
    "ALTER TABLE installs ADD COLUMN vendor TEXT",
    "ALTER TABLE people ADD COLUMN vendor TEXT",
    """
    UPDATE installs SET vendor = 'linkrunner'
    WHERE device LIKE '%"bundle_id":%' OR device LIKE '%"brand":%' OR device LIKE '%"idfv":%'
      OR device LIKE '%"idfa":%' OR device LIKE '%"gaid":%' OR device LIKE '%"appsetid":%'
      OR device LIKE '%"build_number":%' OR device LIKE '%"install_ref":%'
      OR device LIKE '%"meta_install_ref":%'
    """,
    """
    UPDATE people SET vendor = 'linkrunner'
    WHERE EXISTS (
      SELECT 1 FROM install_people AS u WHERE u.app = people.app AND u.person = people.id)
    AND NOT EXISTS (
      SELECT 1 FROM install_people AS u
      JOIN installs AS i ON i.app = u.app AND i.id = u.install
      WHERE u.app = people.app AND u.person = people.id AND i.vendor IS NULL)
    """,
  ]

  // What clients tell waits behind what the server or Beckon itself tells.
  private static let linesOfWebhooks: [StaticString] = [
    "ALTER TABLE webhook_outbox ADD COLUMN by_client BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE webhook_deliveries ADD COLUMN by_client BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE webhooks ADD COLUMN client_position BIGINT NOT NULL DEFAULT 0",
    "UPDATE webhooks SET client_position = position",
    "DROP INDEX webhook_outbox_by_app",
    "CREATE INDEX webhook_outbox_by_app ON webhook_outbox (app, by_client, seq)",
    "DROP INDEX webhook_deliveries_due",
    """
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (app, webhook, by_client, due_at)
      WHERE state = 'pending'
    """,
    // A person's export goes along it.
    "DROP INDEX webhook_deliveries_by_subject",
    "CREATE INDEX webhook_deliveries_by_subject ON webhook_deliveries (app, subject, id)",
  ]

  private static let keptAnswers: [StaticString] = [
    // Whom kept answers tell of, so that erasing a person finds them.
    """
    CREATE TABLE idempotency_people (
      app BIGINT NOT NULL,
      person UUID NOT NULL,
      key UUID NOT NULL,
      PRIMARY KEY (app, person, key)
    ) {clustered}
    """,
    "CREATE INDEX idempotency_people_by_answer ON idempotency_people (app, key)",
    // NULL of answers that were kept without.
    "ALTER TABLE idempotency ADD COLUMN is_marked BIGINT",
    "CREATE INDEX idempotency_unmarked ON idempotency (app) WHERE is_marked IS NULL",
  ]
}
