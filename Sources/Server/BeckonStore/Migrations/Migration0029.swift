import BeckonDatabase

extension Migration {
  /// Invitations by text message: what they say, whom they invited, what was spent of budgets, how
  /// those to numbers that begin alike were followed, and which of these are stopped. Text messages
  /// stand among the messages, and a link knows in which of them it went out.
  ///
  /// A program of an earlier step would take text messages for mails, so the two do not work side
  /// by side.
  static let invites = Migration(
    number: 29, name: "invites",
    statements: [
      "ALTER TABLE messages ADD COLUMN invite UUID",
      "ALTER TABLE messages ADD COLUMN place BIGINT",
      "ALTER TABLE messages ADD COLUMN link UUID",
      "ALTER TABLE messages ADD COLUMN sender TEXT",
      "ALTER TABLE messages ADD COLUMN body TEXT",
      "ALTER TABLE messages ADD COLUMN parts BIGINT",
      "ALTER TABLE messages ADD COLUMN delivered_parts BIGINT",
      "ALTER TABLE messages ADD COLUMN has_failed_part BIGINT",
      "ALTER TABLE messages ADD COLUMN is_known BIGINT",
      "ALTER TABLE messages ADD COLUMN country TEXT",
      "ALTER TABLE messages ADD COLUMN followed_at BIGINT",
      "DROP INDEX messages_due",
      """
      CREATE INDEX messages_due ON messages (app, channel, state, due_at)
      WHERE settled_at IS NULL
      """,
      """
      CREATE INDEX messages_by_invite ON messages (app, invite, place) WHERE invite IS NOT NULL
      """,
      "ALTER TABLE links ADD COLUMN message UUID",
      """
      CREATE TABLE message_texts (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        owner UUID,
        text TEXT NOT NULL,
        placeholder TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        changed_at BIGINT,
        PRIMARY KEY (app, id)
      ) {clustered}
      """,
      "CREATE INDEX message_texts_by_owner ON message_texts (app, owner, id)",
      """
      INSERT INTO message_texts (app, id, text, placeholder, created_at)
      SELECT number, id, 'Try ' || name || ': {link}', '{link}', created_at FROM apps
      """,
      """
      CREATE TABLE invites (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        person UUID NOT NULL,
        text UUID NOT NULL,
        campaign UUID,
        sender TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        PRIMARY KEY (app, id)
      ) {clustered}
      """,
      "CREATE INDEX invites_by_person ON invites (app, person, created_at, id)",
      "CREATE INDEX invites_by_person_and_id ON invites (app, person, id)",
      "CREATE INDEX invites_by_app ON invites (app, created_at, id)",
      "CREATE INDEX invites_by_time ON invites (created_at)",
      """
      CREATE TABLE invited_numbers (
        app BIGINT NOT NULL,
        recipient_key UUID NOT NULL,
        message UUID NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (app, recipient_key)
      ) {clustered}
      """,
      """
      CREATE TABLE invite_spending (
        app BIGINT NOT NULL,
        subject UUID NOT NULL,
        span BIGINT NOT NULL,
        part BIGINT NOT NULL,
        count BIGINT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (app, subject, span, part)
      ) {clustered}
      """,
      "CREATE INDEX invite_spending_by_time ON invite_spending (at)",
      """
      CREATE TABLE invite_days (
        app BIGINT NOT NULL,
        block UUID NOT NULL,
        day BIGINT NOT NULL,
        sent BIGINT NOT NULL,
        followed BIGINT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (app, block, day)
      ) {clustered}
      """,
      "CREATE INDEX invite_days_by_time ON invite_days (at)",
      """
      CREATE TABLE invite_stops (
        app BIGINT NOT NULL,
        block UUID NOT NULL,
        prefix TEXT NOT NULL,
        times BIGINT NOT NULL,
        since BIGINT NOT NULL,
        until BIGINT NOT NULL,
        PRIMARY KEY (app, block)
      ) {clustered}
      """,
    ])
}
