import BeckonDatabase

extension Migration {
  /// Keys to which pages seal what they send. A page names only the key, so that is what is looked
  /// up; the settings, which are read with the app and given out to its secret keys, would not do.
  static let webKeys = Migration(
    number: 7, name: "web-keys",
    statements: [
      """
      CREATE TABLE web_keys (
        id UUID NOT NULL PRIMARY KEY,
        app BIGINT NOT NULL,
        private_key TEXT NOT NULL,
        created_at BIGINT NOT NULL
      )
      """,
      "CREATE INDEX web_keys_by_app ON web_keys (app, id)",
    ], oldestCompatible: 6)
}
