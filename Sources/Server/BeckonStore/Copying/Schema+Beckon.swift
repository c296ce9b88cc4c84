import BeckonDatabase

extension Schema {
  /// Beckon's own.
  public static let beckon = Schema(
    migrations: Migration.all, tables: Feature.tables,
    lastFollowed: "SELECT COALESCE(MAX(position), 0) FROM loops"
  ) { connection in try LedgerCheck(connection).audit }
}
