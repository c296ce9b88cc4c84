#if Postgres
  import TestDatabases
  import Testing

  /// Tests that bring a PostgreSQL of their own, so they run once and not again with
  /// `BECKON_TEST_DATABASE=postgres`. They stand in extensions, a topic each.
  @Suite(.enabled(if: !TestDatabase.isPostgres, "the same on either database"))
  enum PostgresTests {}
#endif
