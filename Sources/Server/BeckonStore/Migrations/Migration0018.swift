import BeckonDatabase

extension Migration {
  /// What is known of a campaign's members in that campaign alone, such as further fields of its
  /// form, and who has left. `alias` is the id that a member has elsewhere.
  static let members = Migration(
    number: 18, name: "members",
    statements: [
      """
      CREATE TABLE members (
        app BIGINT NOT NULL,
        referral UUID NOT NULL,
        alias TEXT,
        details TEXT NOT NULL,
        left_at BIGINT,
        updated_at BIGINT NOT NULL,
        PRIMARY KEY (app, referral)
      ) {clustered}
      """,
      "CREATE UNIQUE INDEX members_by_alias ON members (app, alias)",
    ], oldestCompatible: 17)
}
