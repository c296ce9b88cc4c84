import BeckonDatabase

extension Migration {
  /// Attribution to ads: what networks say about clicks, and what installs and users paid, for the
  /// revenue by campaign, link and day.
  static let advertising = Migration(
    number: 2, name: "advertising",
    statements: [
      """
      CREATE TABLE click_parameters (
        app BIGINT NOT NULL,
        click UUID NOT NULL,
        parameters TEXT NOT NULL,
        PRIMARY KEY (app, click)
      ) {clustered}
      """,
      "CREATE INDEX decisions_by_link ON decisions (app, link, at)",
      """
      CREATE TABLE payments (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        reference UUID NOT NULL,
        install UUID,
        payer UUID,
        kind TEXT NOT NULL,
        state TEXT NOT NULL,
        amount BIGINT NOT NULL,
        revenue BIGINT NOT NULL,
        currency TEXT NOT NULL,
        trust TEXT NOT NULL,
        at BIGINT NOT NULL,
        received_at BIGINT NOT NULL,
        removed_at BIGINT,
        PRIMARY KEY (app, id)
      ) {clustered}
      """,
      "CREATE INDEX payments_by_reference ON payments (app, reference)",
      "CREATE INDEX payments_by_payer ON payments (app, payer, at)",
      "CREATE INDEX payments_by_install ON payments (app, install, at)",
      "CREATE INDEX payments_by_time ON payments (app, at)",
    ], oldestCompatible: 1)
}
