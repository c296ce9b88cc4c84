import BeckonDatabase

extension Migration {
  /// Purchases as stores tell them: which payment each became, and what is still to be found out,
  /// and notices about which a store has to be asked.
  static let storePayments = Migration(
    number: 6, name: "store-payments",
    statements: [
      "ALTER TABLE payments ADD COLUMN source TEXT",
      """
      CREATE TABLE store_transactions (
        app BIGINT NOT NULL,
        reference UUID NOT NULL,
        original UUID NOT NULL,
        payment UUID NOT NULL,
        transaction_id TEXT NOT NULL,
        product TEXT,
        account UUID,
        owner_trust TEXT,
        told BIGINT NOT NULL,
        refund_word_at BIGINT,
        received_at BIGINT NOT NULL,
        due_at BIGINT,
        PRIMARY KEY (app, reference)
      ) {clustered}
      """,
      "CREATE INDEX store_transactions_by_original ON store_transactions (app, original)",
      """
      CREATE INDEX store_transactions_due ON store_transactions (due_at)
        WHERE due_at IS NOT NULL
      """,
      """
      CREATE TABLE store_notices (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        body TEXT NOT NULL,
        received_at BIGINT NOT NULL,
        due_at BIGINT NOT NULL,
        failure_count BIGINT NOT NULL,
        PRIMARY KEY (app, id)
      ) {clustered}
      """,
      "CREATE INDEX store_notices_due ON store_notices (due_at)",
    ], oldestCompatible: 5)
}
