import BeckonDatabase

extension Migration {
  /// The webhooks' outbox becomes the feed that all followers read, and positions of webhooks
  /// become those of followers. A program of an earlier step would still look for the outbox, so
  /// the two do not work side by side.
  static let feed: [StaticString] = [
    """
    CREATE TABLE feed (
      seq {position at},
      app BIGINT NOT NULL,
      kind TEXT NOT NULL,
      id UUID NOT NULL,
      subject UUID NOT NULL,
      at BIGINT NOT NULL,
      body TEXT NOT NULL,
      by_client BIGINT NOT NULL
    ) {monthly at}
    """,
    "CREATE INDEX feed_by_app ON feed (app, by_client, seq)",
    "CREATE INDEX feed_by_subject ON feed (app, subject)",
    "CREATE INDEX feed_by_time ON feed (at)",
    "SELECT {make_partitions}(0)",
    """
    INSERT INTO feed (seq, app, kind, id, subject, at, body, by_client)
    SELECT seq, app, topic, id, subject, at, body, by_client FROM webhook_outbox ORDER BY seq
    """,
    """
    CREATE TABLE followers (
      app BIGINT NOT NULL,
      name TEXT NOT NULL,
      id UUID NOT NULL,
      position BIGINT NOT NULL,
      client_position BIGINT NOT NULL,
      moved_at BIGINT NOT NULL,
      PRIMARY KEY (app, name, id)
    ) {clustered}
    """,
    // SQLite numbers the new table behind the rows that it holds, which may be fewer than there
    // once were; so nobody stands behind the last of them.
    """
    INSERT INTO followers (app, name, id, position, client_position, moved_at)
    SELECT app, 'webhook', id,
      CASE WHEN position < newest THEN position ELSE newest END,
      CASE WHEN client_position < newest THEN client_position ELSE newest END, 0
    FROM webhooks CROSS JOIN (SELECT COALESCE(MAX(seq), 0) AS newest FROM webhook_outbox) AS last
    WHERE state = 'active'
    """,
    "ALTER TABLE webhooks DROP COLUMN position",
    "ALTER TABLE webhooks DROP COLUMN client_position",
    "DROP TABLE webhook_outbox",
  ]
}

extension Migration {
  /// Counts by day, what counts of each thing, and how far what is stored already is counted.
  static let dailyCounts: [StaticString] = [
    """
    CREATE TABLE daily_counts (
      app BIGINT NOT NULL,
      measure TEXT NOT NULL,
      day TEXT NOT NULL,
      link UUID NOT NULL,
      campaign UUID NOT NULL,
      referrer UUID NOT NULL,
      platform TEXT NOT NULL,
      unit TEXT NOT NULL,
      detail TEXT NOT NULL,
      count BIGINT NOT NULL,
      total BIGINT NOT NULL,
      PRIMARY KEY (app, measure, day, link, campaign, referrer, platform, unit, detail)
    ) {clustered}
    """,
    "CREATE INDEX daily_counts_by_link ON daily_counts (app, link, measure, day)",
    // The same without link and referrer, of which there may be as many as there are people.
    """
    CREATE TABLE daily_totals (
      app BIGINT NOT NULL,
      measure TEXT NOT NULL,
      day TEXT NOT NULL,
      campaign UUID NOT NULL,
      platform TEXT NOT NULL,
      unit TEXT NOT NULL,
      detail TEXT NOT NULL,
      count BIGINT NOT NULL,
      total BIGINT NOT NULL,
      PRIMARY KEY (app, measure, day, campaign, platform, unit, detail)
    ) {clustered}
    """,
    "CREATE INDEX decisions_by_time ON decisions (app, at)",
    """
    CREATE TABLE daily_counted (
      app BIGINT NOT NULL,
      roll_up TEXT NOT NULL,
      id UUID NOT NULL,
      cells TEXT NOT NULL,
      PRIMARY KEY (app, roll_up, id)
    ) {clustered}
    """,
    """
    CREATE TABLE daily_fills (
      app BIGINT NOT NULL,
      zone TEXT NOT NULL,
      roll_up TEXT NOT NULL,
      last UUID NOT NULL,
      is_done BIGINT NOT NULL,
      PRIMARY KEY (app)
    ) {clustered}
    """,
  ]
}
