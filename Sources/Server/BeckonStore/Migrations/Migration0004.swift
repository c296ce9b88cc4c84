import BeckonDatabase

extension Migration {
  /// Apple's attribution: postbacks, what their values mean, what apps told Apple, and what Apple
  /// says of installs from its own advertising.
  static let postbacks = Migration(
    number: 4, name: "postbacks",
    statements: [
      """
      CREATE TABLE postbacks (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        digest UUID NOT NULL,
        system TEXT NOT NULL,
        ad_network TEXT NOT NULL,
        source TEXT,
        day TEXT NOT NULL,
        verification TEXT NOT NULL,
        reason TEXT NOT NULL,
        won BIGINT NOT NULL,
        sequence_index BIGINT NOT NULL,
        fine BIGINT,
        coarse TEXT,
        body TEXT NOT NULL,
        received_at BIGINT NOT NULL,
        PRIMARY KEY (app, id)
      ) {clustered}
      """,
      "CREATE UNIQUE INDEX postbacks_by_digest ON postbacks (app, digest)",
      "CREATE INDEX postbacks_by_day ON postbacks (app, day, verification)",
      """
      CREATE TABLE postback_schemas (
        app BIGINT NOT NULL,
        number BIGINT NOT NULL,
        body TEXT NOT NULL,
        effective_at BIGINT NOT NULL,
        PRIMARY KEY (app, number)
      ) {clustered}
      """,
      """
      CREATE TABLE conversion_values (
        app BIGINT NOT NULL,
        install UUID NOT NULL,
        sequence_index BIGINT NOT NULL,
        fine BIGINT NOT NULL,
        coarse TEXT NOT NULL,
        locked BIGINT NOT NULL,
        updated_at BIGINT NOT NULL,
        PRIMARY KEY (app, install, sequence_index)
      ) {clustered}
      """,
      """
      CREATE TABLE apple_ads_tokens (
        app BIGINT NOT NULL,
        install UUID NOT NULL,
        token TEXT NOT NULL,
        received_at BIGINT NOT NULL,
        due_at BIGINT NOT NULL,
        not_found_count BIGINT NOT NULL,
        failure_count BIGINT NOT NULL,
        outcome TEXT,
        record TEXT,
        settled_at BIGINT,
        PRIMARY KEY (app, install)
      ) {clustered}
      """,
      "CREATE INDEX apple_ads_tokens_due ON apple_ads_tokens (due_at) WHERE outcome IS NULL",
    ], oldestCompatible: 3)
}
