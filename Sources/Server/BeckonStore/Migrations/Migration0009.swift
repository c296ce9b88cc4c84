extension Migration {
  /// What is needed to tell true facts, people and identities from claimed ones.
  static let nothingToSteal = Migration(
    number: 9, name: "nothing-to-steal",
    statements: confirmedIdentities)

  /// What was there before counts as confirmed, so that nobody is signed out by a new version:
  /// nobody knows any more who said it.
  private static let confirmedIdentities: [StaticString] = [
    "ALTER TABLE identities ADD COLUMN confirmed_at BIGINT DEFAULT 0",
    "ALTER TABLE tombstones ADD COLUMN confirmed BIGINT NOT NULL DEFAULT 1",
    "ALTER TABLE tokens ADD COLUMN install UUID",
    "ALTER TABLE installs ADD COLUMN disowned BIGINT",
    """
    CREATE TABLE sign_in_tokens (
      app BIGINT NOT NULL,
      digest UUID NOT NULL,
      person UUID NOT NULL,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (app, digest)
    ) {clustered}
    """,
    "CREATE INDEX sign_in_tokens_by_person ON sign_in_tokens (app, person, expires_at)",
    "CREATE INDEX sign_in_tokens_by_time ON sign_in_tokens (expires_at)",
    """
    CREATE TABLE identity_keys (
      id UUID NOT NULL PRIMARY KEY,
      app BIGINT NOT NULL,
      secret TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX identity_keys_by_app ON identity_keys (app, id)",
  ]
}
