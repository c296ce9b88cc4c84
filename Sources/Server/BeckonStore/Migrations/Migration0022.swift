import BeckonDatabase

extension Migration {
  /// Campaigns that ask whether a mail address is its owner's before somebody counts, what happens
  /// to those who have not said so yet, and the campaign of which a mail tells. Which of the tokens
  /// in mails only show that an address is somebody's: they outlive a change of the password.
  ///
  /// A program of an earlier step cannot read the state `unverified`, so the two do not work side
  /// by side.
  static let optIn = Migration(
    number: 22, name: "double opt-in",
    statements: [
      "ALTER TABLE campaigns ADD COLUMN asks_for_opt_in BIGINT",
      "ALTER TABLE messages ADD COLUMN campaign UUID",
      "ALTER TABLE sign_in_tokens ADD COLUMN shows_address BIGINT",
      """
      CREATE TABLE waiting_facts (
        app BIGINT NOT NULL,
        referral UUID NOT NULL,
        fact UUID NOT NULL,
        at BIGINT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (app, referral, fact)
      ) {clustered}
      """,
      "CREATE INDEX waiting_facts_by_fact ON waiting_facts (app, fact)",
      "CREATE INDEX waiting_facts_by_time ON waiting_facts (at)",
    ])
}
