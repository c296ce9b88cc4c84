import BeckonDatabase

extension Migration {
  /// Invitations of clients that do not say who invites, and that find what became of each by the
  /// number as they wrote it; texts that clients know by an id of their own, with a placeholder for
  /// words.
  ///
  /// A program of an earlier step takes it that somebody has made each invitation, so the two do
  /// not work side by side.
  static let unnamedInvites = Migration(
    number: 30, name: "unnamed-invites",
    statements: [
      "ALTER TABLE message_texts ADD COLUMN alias TEXT",
      "ALTER TABLE message_texts ADD COLUMN word_placeholder TEXT",
      """
      CREATE UNIQUE INDEX message_texts_by_alias ON message_texts (app, alias)
      WHERE alias IS NOT NULL
      """,
      "DROP INDEX invites_by_person",
      "DROP INDEX invites_by_person_and_id",
      "DROP INDEX invites_by_app",
      "DROP INDEX invites_by_time",
      "ALTER TABLE invites RENAME TO invites_before",
      """
      CREATE TABLE invites (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        person UUID,
        text UUID NOT NULL,
        campaign UUID,
        sender TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        PRIMARY KEY (app, id)
      ) {clustered}
      """,
      """
      INSERT INTO invites (app, id, person, text, campaign, sender, created_at)
      SELECT app, id, person, text, campaign, sender, created_at FROM invites_before
      """,
      "DROP TABLE invites_before",
      "CREATE INDEX invites_by_person ON invites (app, person, created_at, id)",
      "CREATE INDEX invites_by_person_and_id ON invites (app, person, id)",
      "CREATE INDEX invites_by_app ON invites (app, created_at, id)",
      "CREATE INDEX invites_by_time ON invites (created_at)",
      """
      CREATE TABLE invite_addresses (
        app BIGINT NOT NULL,
        invite UUID NOT NULL,
        place BIGINT NOT NULL,
        address TEXT NOT NULL,
        message UUID NOT NULL,
        recipient_key UUID,
        created_at BIGINT NOT NULL,
        PRIMARY KEY (app, invite, place)
      ) {clustered}
      """,
      """
      CREATE INDEX invite_addresses_by_recipient ON invite_addresses (app, recipient_key)
      WHERE recipient_key IS NOT NULL
      """,
      "CREATE INDEX invite_addresses_by_time ON invite_addresses (created_at)",
    ])
}
