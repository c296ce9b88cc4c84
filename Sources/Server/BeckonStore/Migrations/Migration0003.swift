import BeckonDatabase

extension Migration {
  /// Webhooks, the outbox from which they are served, and what each was sent.
  static let webhooks = Migration(
    number: 3, name: "webhooks",
    statements: [
      """
      CREATE TABLE webhooks (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        url TEXT NOT NULL,
        facts TEXT NOT NULL,
        form TEXT NOT NULL,
        secret TEXT NOT NULL,
        old_secret TEXT,
        old_secret_until BIGINT,
        state TEXT NOT NULL,
        disabled_reason TEXT,
        disabled_at BIGINT,
        failing_since BIGINT,
        position BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        PRIMARY KEY (app, id)
      ) {clustered}
      """,
      """
      CREATE TABLE webhook_outbox (
        seq {position at},
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        topic TEXT NOT NULL,
        subject UUID NOT NULL,
        at BIGINT NOT NULL,
        body TEXT NOT NULL
      ) {monthly at}
      """,
      "CREATE INDEX webhook_outbox_by_app ON webhook_outbox (app, seq)",
      "CREATE INDEX webhook_outbox_by_subject ON webhook_outbox (app, subject)",
      "CREATE INDEX webhook_outbox_by_time ON webhook_outbox (at)",
      """
      CREATE TABLE webhook_deliveries (
        app BIGINT NOT NULL,
        webhook UUID NOT NULL,
        id UUID NOT NULL,
        topic TEXT NOT NULL,
        subject UUID NOT NULL,
        body TEXT NOT NULL,
        state TEXT NOT NULL,
        attempts BIGINT NOT NULL,
        begun_at BIGINT NOT NULL,
        due_at BIGINT NOT NULL,
        lease UUID,
        log TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        settled_at BIGINT,
        PRIMARY KEY (app, webhook, id)
      )
      """,
      """
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (app, webhook, due_at)
        WHERE state = 'pending'
      """,
      "CREATE INDEX webhook_deliveries_by_subject ON webhook_deliveries (app, subject)",
      "CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (created_at)",
      "SELECT {make_partitions}(0)",
    ], oldestCompatible: 2)
}
