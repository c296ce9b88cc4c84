import BeckonDatabase

extension Migration {
  /// By which rules a campaign pays, and who becomes the referrer of several; the rules that were
  /// replaced. Under what mail addresses of one mailbox are found, and with what people have paid:
  /// both as keyed hashes. Mailboxes of before are filled in by a loop (`MailboxFill`).
  static let settingsOfCampaigns = Migration(
    number: 21, name: "settings of campaigns",
    statements: [
      "ALTER TABLE campaigns ADD COLUMN terms TEXT",
      "ALTER TABLE campaigns ADD COLUMN referrer_choice TEXT",
      """
      CREATE TABLE past_rules (
        app BIGINT NOT NULL,
        campaign UUID NOT NULL,
        until BIGINT NOT NULL,
        rules TEXT NOT NULL,
        PRIMARY KEY (app, campaign, until)
      ) {clustered}
      """,
      "ALTER TABLE identities ADD COLUMN mailbox UUID",
      """
      CREATE INDEX identities_by_mailbox ON identities (app, mailbox) WHERE mailbox IS NOT NULL
      """,
      """
      CREATE INDEX identities_without_mailbox ON identities (app, value)
      WHERE kind = 'email' AND mailbox IS NULL
      """,
      """
      CREATE TABLE instruments (
        app BIGINT NOT NULL,
        digest UUID NOT NULL,
        person UUID NOT NULL,
        PRIMARY KEY (app, digest, person)
      ) {clustered}
      """,
      "CREATE INDEX instruments_by_person ON instruments (app, person)",
    ], oldestCompatible: 20)
}
