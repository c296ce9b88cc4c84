import BeckonDatabase

extension Migration {
  /// Messages to people, those to whom none are sent, and how many were asked for each day. Which
  /// addresses their owners have shown to be theirs, and tokens that are good for one address.
  static let messages = Migration(
    number: 19, name: "messages",
    statements: [
      """
      CREATE TABLE messages (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        channel TEXT NOT NULL,
        kind TEXT NOT NULL,
        person UUID,
        recipient TEXT NOT NULL,
        recipient_key UUID NOT NULL,
        language TEXT NOT NULL,
        state TEXT NOT NULL,
        reason TEXT,
        attempts BIGINT NOT NULL,
        begun_at BIGINT NOT NULL,
        due_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        lease UUID,
        gateway TEXT,
        answer_code BIGINT,
        answer TEXT,
        created_at BIGINT NOT NULL,
        settled_at BIGINT,
        PRIMARY KEY (app, id)
      ) {clustered}
      """,
      """
      CREATE INDEX messages_due ON messages (app, state, due_at) WHERE settled_at IS NULL
      """,
      "CREATE INDEX messages_by_recipient ON messages (app, recipient_key, id)",
      "CREATE INDEX messages_by_person ON messages (app, person, id)",
      "CREATE INDEX messages_by_time ON messages (created_at)",
      """
      CREATE TABLE suppressions (
        app BIGINT NOT NULL,
        channel TEXT NOT NULL,
        recipient_key UUID NOT NULL,
        reason TEXT NOT NULL,
        since BIGINT NOT NULL,
        PRIMARY KEY (app, channel, recipient_key)
      ) {clustered}
      """,
      """
      CREATE TABLE message_days (
        app BIGINT NOT NULL,
        day BIGINT NOT NULL,
        asked BIGINT NOT NULL,
        queued BIGINT NOT NULL,
        PRIMARY KEY (app, day)
      ) {clustered}
      """,
      "ALTER TABLE identities ADD COLUMN verified_at BIGINT",
      "ALTER TABLE sign_in_tokens ADD COLUMN email UUID",
    ])
}
