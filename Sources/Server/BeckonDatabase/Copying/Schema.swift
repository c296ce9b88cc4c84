/// What a program keeps in its database, for who copies it without knowing what it means.
public struct Schema: Sendable {
  /// Every step, in order.
  public let migrations: [Migration]
  /// Every table as the migrations leave it, but the migrator's own.
  public let tables: [CopiedTable]
  /// A `SELECT` of the last number that background readers have dealt with: new rows must be
  /// numbered behind it, even where the rows have been deleted since.
  let lastFollowed: StaticString
  /// Adds up what must agree, on the snapshot of one transaction.
  let audit: @Sendable (any Connection) throws -> Audit

  /// A schema that these migrations make. Of its tables, those that others hang on come first.
  public init(
    migrations: [Migration], tables: [CopiedTable], lastFollowed: StaticString,
    audit: @escaping @Sendable (any Connection) throws -> Audit
  ) {
    self.migrations = migrations
    self.tables = tables
    self.lastFollowed = lastFollowed
    self.audit = audit
  }

  /// The number of its last step.
  public var version: Int { migrations.count }
}
