extension Migration {
  /// What is needed to tell true facts, people and identities from claimed ones.
  static let nothingToSteal = Migration(
    number: 9, name: "nothing-to-steal",
    statements: [
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
    ])
}
