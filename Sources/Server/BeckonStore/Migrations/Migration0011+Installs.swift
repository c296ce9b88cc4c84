import BeckonDatabase

extension Migration {
  /// What was told of a user on an install belongs to both; who signed up on an install stays so,
  /// whoever uses it later; and an install waits to be decided about for its device.
  static let installs: [StaticString] = [
    "ALTER TABLE facts ADD COLUMN install UUID",
    "CREATE INDEX facts_by_install ON facts (app, install, seq) WHERE install IS NOT NULL",
    "ALTER TABLE install_people ADD COLUMN signed_up_at BIGINT",
    """
    UPDATE install_people SET signed_up_at = (
      SELECT COALESCE(p.signed_up_at, p.created_at) FROM people AS p
      WHERE p.app = install_people.app AND p.id = install_people.person
        AND p.awaits_sign_up IS NULL)
    """,
    // A link's campaign can change; what it led to counts for the one that it had then.
    "ALTER TABLE decisions ADD COLUMN campaign UUID",
    """
    UPDATE decisions SET campaign = (
      SELECT links.campaign FROM links
      WHERE links.app = decisions.app AND links.id = decisions.link)
    WHERE link IS NOT NULL
    """,
    "ALTER TABLE installs ADD COLUMN awaits_device BIGINT",
    "CREATE INDEX installs_waiting ON installs (created_at) WHERE awaits_device IS NOT NULL",
    """
    CREATE TABLE visitors (
      app BIGINT NOT NULL,
      visitor UUID NOT NULL,
      owner UUID NOT NULL,
      PRIMARY KEY (app, visitor)
    ) {clustered}
    """,
    "CREATE INDEX visitors_by_owner ON visitors (app, owner)",
  ]
}
