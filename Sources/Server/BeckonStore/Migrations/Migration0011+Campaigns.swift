import BeckonDatabase

extension Migration {
  /// Campaigns pause and end, changes leave what was there before, and a payment is a person's.
  static let campaignsAndPayments: [StaticString] = [
    "ALTER TABLE campaigns ADD COLUMN state TEXT",
    "ALTER TABLE campaigns ADD COLUMN closed_at BIGINT",
    "ALTER TABLE campaigns ADD COLUMN starts_at BIGINT",
    "ALTER TABLE campaigns ADD COLUMN ends_at BIGINT",
    "ALTER TABLE campaigns ADD COLUMN unpaid_after_end BIGINT",
    """
    CREATE TABLE changes (
      app BIGINT NOT NULL,
      subject UUID NOT NULL,
      number BIGINT NOT NULL,
      at BIGINT NOT NULL,
      by_key TEXT NOT NULL,
      was TEXT NOT NULL,
      PRIMARY KEY (app, subject, number)
    ) {clustered}
    """,
    "ALTER TABLE links ADD COLUMN changed_at BIGINT",
    "ALTER TABLE payments ADD COLUMN person UUID",
    // Of a refund that was told here: the reference of the payment that it takes back.
    "ALTER TABLE payments ADD COLUMN refunded UUID",
    """
    UPDATE payments SET person = (
      SELECT installs.person FROM installs
      WHERE installs.app = payments.app AND installs.id = payments.install)
    WHERE install IS NOT NULL AND payer IS NULL
    """,
    "CREATE INDEX payments_by_person ON payments (app, person, at)",
    "CREATE INDEX payments_refunds ON payments (app, refunded) WHERE refunded IS NOT NULL",
  ]
}
