import BeckonDatabase

// Long because: a schema is read best in one piece.

extension Migration {
  /// The referral loop: tenants, people, links, attribution, campaigns, ledger, events.
  ///
  /// `app` stands first in every key, so that nothing can be found across tenants. Instants are
  /// milliseconds since 1970; truth is 0 or 1; JSON is text.
  static let referralLoop = Migration(
    number: 1, name: "referral-loop",
    statements: ["{routines}"] + accounts + people + links + attribution + referrals + rewards
      + events + ["SELECT {make_partitions}(0)"])

  private static let accounts: [StaticString] = [
    """
    CREATE TABLE apps (
      number {sequence},
      id UUID NOT NULL UNIQUE,
      name TEXT NOT NULL,
      pepper TEXT NOT NULL,
      settings TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )
    """,
    """
    CREATE TABLE api_keys (
      digest UUID NOT NULL PRIMARY KEY,
      app BIGINT NOT NULL,
      id UUID NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      vendor TEXT,
      hint TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      revoked_at BIGINT
    )
    """,
    "CREATE INDEX api_keys_by_app ON api_keys (app, id)",
    """
    CREATE TABLE idempotency (
      app BIGINT NOT NULL,
      key UUID NOT NULL,
      fingerprint UUID NOT NULL,
      status BIGINT NOT NULL,
      body TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (app, key)
    ) {clustered}
    """,
    "CREATE INDEX idempotency_by_time ON idempotency (at)",
  ]

  private static let people: [StaticString] = [
    """
    CREATE TABLE people (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      attributes TEXT NOT NULL,
      consent TEXT,
      created_at BIGINT NOT NULL,
      merged_into UUID,
      erased_at BIGINT,
      PRIMARY KEY (app, id)
    ) {clustered}
    """,
    """
    CREATE TABLE identities (
      app BIGINT NOT NULL,
      kind TEXT NOT NULL,
      value TEXT NOT NULL,
      person UUID NOT NULL,
      PRIMARY KEY (app, kind, value)
    ) {clustered}
    """,
    "CREATE INDEX identities_by_person ON identities (app, person)",
    """
    CREATE TABLE tokens (
      app BIGINT NOT NULL,
      digest UUID NOT NULL,
      owner UUID NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (app, digest)
    ) {clustered}
    """,
    "CREATE INDEX tokens_by_owner ON tokens (app, owner, created_at)",
    """
    CREATE TABLE tombstones (
      app BIGINT NOT NULL,
      digest UUID NOT NULL,
      erased_at BIGINT NOT NULL,
      PRIMARY KEY (app, digest)
    ) {clustered}
    """,
  ]

  private static let links: [StaticString] = [
    """
    CREATE TABLE links (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      host TEXT NOT NULL,
      code TEXT NOT NULL,
      url TEXT NOT NULL,
      campaign UUID,
      referrer UUID,
      options TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT,
      deleted_at BIGINT,
      PRIMARY KEY (app, id)
    ) {clustered}
    """,
    "CREATE UNIQUE INDEX links_by_code ON links (host, code)",
    "CREATE INDEX links_by_referrer ON links (app, referrer)",
    """
    CREATE TABLE clicks (
      seq {position at},
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      link UUID NOT NULL,
      at BIGINT NOT NULL,
      kind TEXT NOT NULL,
      network UUID NOT NULL,
      network_class TEXT NOT NULL,
      visitor UUID NOT NULL,
      platform TEXT NOT NULL,
      os_version TEXT,
      device_model TEXT,
      screen TEXT,
      language TEXT,
      time_zone TEXT
    ) {monthly at}
    """,
    // Not unique: the server makes these ids, and a table in parts could not say so.
    "CREATE INDEX clicks_by_id ON clicks (app, id)",
    "CREATE INDEX clicks_by_network ON clicks (app, network, seq)",
    """
    CREATE TABLE link_visitors (
      app BIGINT NOT NULL,
      link UUID NOT NULL,
      visitor UUID NOT NULL,
      PRIMARY KEY (app, link, visitor)
    ) {clustered}
    """,
    """
    CREATE TABLE link_days (
      app BIGINT NOT NULL,
      link UUID NOT NULL,
      day TEXT NOT NULL,
      platform TEXT NOT NULL,
      kind TEXT NOT NULL,
      count BIGINT NOT NULL,
      PRIMARY KEY (app, link, day, platform, kind)
    ) {clustered}
    """,
    """
    CREATE TABLE loops (
      name TEXT NOT NULL PRIMARY KEY,
      position BIGINT NOT NULL
    )
    """,
  ]

  private static let attribution: [StaticString] = [
    """
    CREATE TABLE installs (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      client UUID NOT NULL,
      person UUID,
      device TEXT NOT NULL,
      network UUID NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (app, id)
    ) {clustered}
    """,
    "CREATE UNIQUE INDEX installs_by_client ON installs (app, client)",
    "CREATE INDEX installs_by_person ON installs (app, person)",
    """
    CREATE TABLE install_people (
      app BIGINT NOT NULL,
      install UUID NOT NULL,
      person UUID NOT NULL,
      PRIMARY KEY (app, install, person)
    ) {clustered}
    """,
    "CREATE INDEX install_people_by_person ON install_people (app, person)",
    """
    CREATE TABLE click_claims (
      app BIGINT NOT NULL,
      click UUID NOT NULL,
      install UUID NOT NULL,
      PRIMARY KEY (app, click)
    ) {clustered}
    """,
    """
    CREATE TABLE decisions (
      app BIGINT NOT NULL,
      install UUID NOT NULL,
      id UUID NOT NULL,
      at BIGINT NOT NULL,
      type TEXT NOT NULL,
      reason TEXT NOT NULL,
      link UUID,
      click UUID,
      explanation TEXT NOT NULL,
      PRIMARY KEY (app, install)
    ) {clustered}
    """,
    "CREATE INDEX decisions_by_click ON decisions (app, click)",
    """
    CREATE TABLE opens (
      seq {sequence},
      app BIGINT NOT NULL,
      install UUID NOT NULL,
      link UUID,
      own BIGINT NOT NULL,
      at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX opens_by_time ON opens (app, at)",
    "CREATE INDEX opens_by_install ON opens (app, install)",
  ]

  private static let referrals: [StaticString] = [
    """
    CREATE TABLE campaigns (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      list_uuid TEXT NOT NULL,
      name TEXT NOT NULL,
      goal BIGINT NOT NULL,
      kind TEXT NOT NULL,
      url TEXT NOT NULL,
      exclusive_group TEXT,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (app, id)
    ) {clustered}
    """,
    "CREATE UNIQUE INDEX campaigns_by_list ON campaigns (app, list_uuid)",
    """
    CREATE TABLE rules (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      campaign UUID NOT NULL,
      position BIGINT NOT NULL,
      body TEXT NOT NULL,
      retired_at BIGINT,
      PRIMARY KEY (app, id)
    ) {clustered}
    """,
    """
    CREATE TABLE referrals (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      campaign UUID NOT NULL,
      person UUID NOT NULL,
      referrer UUID,
      state TEXT NOT NULL,
      method TEXT,
      match TEXT NOT NULL,
      evidence TEXT NOT NULL,
      risk TEXT NOT NULL,
      link UUID,
      joined_at BIGINT NOT NULL,
      referred_at BIGINT,
      returning_at BIGINT,
      updated_at BIGINT NOT NULL,
      PRIMARY KEY (app, id)
    ) {clustered}
    """,
    "CREATE UNIQUE INDEX referrals_by_person ON referrals (app, person, campaign)",
    "CREATE INDEX referrals_by_referrer ON referrals (app, referrer, campaign, referred_at)",
    """
    CREATE TABLE conversions (
      app BIGINT NOT NULL,
      referral UUID NOT NULL,
      step BIGINT NOT NULL,
      fact UUID NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (app, referral, step)
    ) {clustered}
    """,
    "CREATE INDEX conversions_by_fact ON conversions (app, fact)",
    """
    CREATE TABLE referral_counts (
      app BIGINT NOT NULL,
      campaign UUID NOT NULL,
      person UUID NOT NULL,
      pending BIGINT NOT NULL,
      unconfirmed BIGINT NOT NULL,
      confirmed BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      PRIMARY KEY (app, campaign, person)
    ) {clustered}
    """,
    """
    CREATE INDEX referral_counts_by_rank ON referral_counts
      (app, campaign, confirmed DESC, unconfirmed DESC, pending DESC, person)
    """,
  ]

  private static let rewards: [StaticString] = [
    """
    CREATE TABLE transfers (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      kind TEXT NOT NULL,
      from_account TEXT NOT NULL,
      from_owner UUID NOT NULL,
      to_account TEXT NOT NULL,
      to_owner UUID NOT NULL,
      amount BIGINT NOT NULL,
      unit TEXT NOT NULL,
      state TEXT NOT NULL,
      due_at BIGINT,
      campaign UUID,
      rule UUID,
      referral UUID,
      fact UUID,
      reverses UUID,
      reasons TEXT NOT NULL,
      coupon TEXT,
      created_at BIGINT NOT NULL,
      settled_at BIGINT,
      PRIMARY KEY (app, id)
    ) {clustered}
    """,
    "CREATE INDEX transfers_by_time ON transfers (app, created_at, id)",
    "CREATE INDEX transfers_by_receiver ON transfers (app, to_owner, created_at)",
    """
    CREATE INDEX transfers_by_giver ON transfers (app, from_owner)
      WHERE from_account = 'person'
    """,
    "CREATE INDEX transfers_by_fact ON transfers (app, fact)",
    "CREATE INDEX transfers_due ON transfers (due_at) WHERE state = 'pending'",
    """
    CREATE INDEX transfers_held ON transfers (app, referral)
      WHERE settled_at IS NULL
    """,
    """
    CREATE TABLE balances (
      app BIGINT NOT NULL,
      person UUID NOT NULL,
      unit TEXT NOT NULL,
      posted BIGINT NOT NULL,
      pending BIGINT NOT NULL,
      PRIMARY KEY (app, person, unit)
    ) {clustered}
    """,
    """
    CREATE TABLE cap_uses (
      app BIGINT NOT NULL,
      rule UUID NOT NULL,
      person UUID NOT NULL,
      day TEXT NOT NULL,
      amount BIGINT NOT NULL,
      PRIMARY KEY (app, rule, person, day)
    ) {clustered}
    """,
    """
    CREATE TABLE refusals (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      rule UUID NOT NULL,
      referral UUID NOT NULL,
      person UUID NOT NULL,
      fact UUID NOT NULL,
      reason TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (app, id)
    ) {clustered}
    """,
    "CREATE INDEX refusals_by_referral ON refusals (app, referral)",
    """
    CREATE TABLE group_payments (
      app BIGINT NOT NULL,
      exclusive_group TEXT NOT NULL,
      fact UUID NOT NULL,
      campaign UUID NOT NULL,
      PRIMARY KEY (app, exclusive_group, fact)
    ) {clustered}
    """,
    """
    CREATE TABLE coupons (
      app BIGINT NOT NULL,
      pool TEXT NOT NULL,
      code TEXT NOT NULL,
      transfer UUID,
      PRIMARY KEY (app, pool, code)
    ) {clustered}
    """,
    "CREATE INDEX coupons_free ON coupons (app, pool, code) WHERE transfer IS NULL",
  ]

  private static let events: [StaticString] = [
    """
    CREATE TABLE fact_ids (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (app, id)
    ) {clustered} {hashed id}
    """,
    "CREATE INDEX fact_ids_by_time ON fact_ids (at)",
    """
    CREATE TABLE facts (
      seq {position received_at},
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      name TEXT NOT NULL,
      subject UUID NOT NULL,
      at BIGINT NOT NULL,
      received_at BIGINT NOT NULL,
      trust TEXT NOT NULL,
      consent TEXT,
      properties TEXT NOT NULL
    ) {monthly received_at}
    """,
    "CREATE INDEX facts_by_time ON facts (app, received_at)",
    "CREATE INDEX facts_by_subject ON facts (app, subject, seq)",
    """
    CREATE TABLE outcomes (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      fingerprint UUID NOT NULL,
      status BIGINT NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (app, id)
    )
    """,
    """
    CREATE TABLE reversals (
      app BIGINT NOT NULL,
      fact UUID NOT NULL,
      refund UUID NOT NULL,
      PRIMARY KEY (app, fact)
    ) {clustered}
    """,
  ]
}
