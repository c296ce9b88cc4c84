import BeckonDatabase

extension Migration {
  /// What operators of shops have set for their search, and what each visitor searched for last.
  ///
  /// A program of an earlier step would erase visitors and leave what they searched for, so the two
  /// do not work side by side.
  static let search = Migration(
    number: 28, name: "search",
    statements: [
      """
      CREATE TABLE search_settings (
        app BIGINT NOT NULL,
        body TEXT NOT NULL,
        changed_at BIGINT NOT NULL,
        PRIMARY KEY (app)
      )
      """,
      """
      CREATE TABLE visitor_searches (
        app BIGINT NOT NULL,
        visitor BIGINT NOT NULL,
        texts TEXT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (app, visitor)
      ) {clustered}
      """,
      "CREATE INDEX visitor_searches_by_time ON visitor_searches (app, at)",
    ])
}
