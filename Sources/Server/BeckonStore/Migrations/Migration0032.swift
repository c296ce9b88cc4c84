import BeckonDatabase
import BeckonEngine

extension Migration {
  /// When nobody has confirmed for two days what became of a text message, when a text was last
  /// used, and an order of those to whom nothing is sent.
  ///
  /// Programs of the step before go on: of what they send nobody is told after two days, and texts
  /// that are written through them stay.
  static let unconfirmedTexts = Migration(
    number: 32, name: "unconfirmed_texts",
    statements: [
      "ALTER TABLE messages ADD COLUMN unconfirmed_at BIGINT",
      """
      UPDATE messages SET unconfirmed_at = settled_at + 172800000
      WHERE channel = 'sms' AND state IN ('sent', 'uncertain') AND delivered_parts = 0
        AND has_failed_part = 0 AND settled_at IS NOT NULL
      """,
      """
      CREATE INDEX messages_unconfirmed ON messages (app, unconfirmed_at)
      WHERE unconfirmed_at IS NOT NULL
      """,
      "ALTER TABLE message_texts ADD COLUMN used_at BIGINT",
      "UPDATE message_texts SET used_at = COALESCE(changed_at, created_at)",
      """
      CREATE INDEX message_texts_by_use ON message_texts (used_at) WHERE owner IS NOT NULL
      """,
      "CREATE INDEX suppressions_by_time ON suppressions (app, since, recipient_key)",
    ], oldestCompatible: 31)
}
