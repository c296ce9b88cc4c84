import BeckonDatabase

extension Migration {
  /// What was imported, row by row, and what is known of it. A program of an earlier step would pay
  /// for referrals that were settled elsewhere, so the two do not work side by side.
  static let imports = Migration(
    number: 12, name: "imports",
    statements: [
      "ALTER TABLE referrals ADD COLUMN imported TEXT",
      """
      CREATE TABLE imports (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        kind TEXT NOT NULL,
        pass BIGINT NOT NULL,
        position BIGINT NOT NULL,
        started_at BIGINT NOT NULL,
        finished_at BIGINT,
        PRIMARY KEY (app, id)
      ) {clustered}
      """,
      """
      CREATE TABLE import_rows (
        app BIGINT NOT NULL,
        import UUID NOT NULL,
        line BIGINT NOT NULL,
        verdict TEXT NOT NULL,
        reason TEXT,
        detail TEXT,
        person UUID,
        referrer TEXT,
        PRIMARY KEY (app, import, line)
      ) {clustered}
      """,
      // Keyed hashes of ids of installs, devices and users from before the app came here.
      """
      CREATE TABLE earlier_ids (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        PRIMARY KEY (app, id)
      ) {clustered}
      """,
    ])
}
