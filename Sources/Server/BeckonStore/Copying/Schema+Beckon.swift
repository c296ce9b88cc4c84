import BeckonDatabase

extension Schema {
  /// Beckon's own.
  public static let beckon = Schema(
    migrations: Migration.all, tables: Feature.tables,
    lastFollowed: """
      SELECT MAX(position) FROM (
        SELECT COALESCE(MAX(position), 0) AS position FROM loops
        UNION ALL SELECT COALESCE(MAX(position), 0) FROM followers
        UNION ALL SELECT COALESCE(MAX(client_position), 0) FROM followers) AS positions
      """
  ) { connection in try LedgerCheck(connection).audit }
}
