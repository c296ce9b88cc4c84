import BeckonModel

/// Brings a database's schema up to the program's. The table `migrations` records what was applied.
public enum Migrator {
  private struct Record {
    let number: Int
    let name: String
    let oldestCompatible: Int
  }

  /// Applies the migrations that are missing, in order; all of them or, when one fails, none, since
  /// `connection` is one transaction. `now` is recorded as the time.
  /// - Returns: what was applied, in order; empty when nothing was missing.
  /// - Throws: `DatabaseError.newerSchema` when the database knows more than `migrations`, and that
  /// is not compatible with them; `.corrupt` when its record has a gap or another name for a
  /// number; `.misuse` when `migrations` are not numbered 1, 2, 3…; and what a statement throws.
  public static func migrate(
    _ connection: any Connection, migrations: [Migration], now: Instant
  ) throws -> [Migration] {
    guard migrations.map(\.number) == Array(1..<migrations.count + 1) else {
      throw DatabaseError.misuse("migrations are not numbered 1, 2, 3…")
    }
    let applied = try records(connection)
    try check(applied, against: migrations.count)
    for (record, migration) in zip(applied, migrations) { try check(record, is: migration) }
    let missing = migrations.dropFirst(applied.count)
    for migration in missing { try apply(migration, connection, now) }
    return Array(missing)
  }

  /// The number of the last migration that a database has seen; 0 when it has no schema.
  /// - Throws: `DatabaseError`.
  public static func version(of database: any Database) async throws -> Int {
    do {
      return try await database.read { connection in
        try connection.first("SELECT MAX(number) FROM migrations", []) { Int($0.integer(0)) } ?? 0
      }
    } catch DatabaseError.misuse {
      // The only thing that can be wrong with this statement is that there is no such table.
      return 0
    }
  }

  /// Looks whether another program has migrated the database meanwhile, so that this one, which
  /// knows so many migrations, must stop.
  /// - Throws: `DatabaseError.newerSchema` if so.
  public static func checkCompatible(
    _ connection: any Connection, known: Int
  ) throws { try check(read(connection), against: known) }

  /// Newer steps are no harm as long as each says that programs of this schema go on working.
  private static func check(_ applied: [Record], against known: Int) throws {
    let newer = applied.filter { $0.number > known }
    guard let last = newer.last, newer.contains(where: { $0.oldestCompatible > known }) else {
      return
    }
    throw DatabaseError.newerSchema(found: last.number, known: known)
  }

  private static func records(_ connection: any Connection) throws -> [Record] {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS migrations (
        number BIGINT PRIMARY KEY, name TEXT NOT NULL, oldest_compatible BIGINT NOT NULL,
        applied_at BIGINT NOT NULL)
      """)
    return try read(connection)
  }

  private static func read(_ connection: any Connection) throws -> [Record] {
    try connection.rows(
      "SELECT number, name, oldest_compatible FROM migrations ORDER BY number", []
    ) {
      Record(
        number: Int($0.integer(0)), name: $0.text(1), oldestCompatible: Int($0.integer(2)))
    }
  }

  private static func check(_ record: Record, is migration: Migration) throws {
    guard record.number == migration.number else {
      throw DatabaseError.corrupt(
        "the database has migration \(record.number) but not \(migration.number); "
          + "restore the table migrations from a backup")
    }
    guard record.name == migration.name else {
      throw DatabaseError.corrupt(
        "migration \(record.number) is '\(record.name)' in the database and '\(migration.name)' in "
          + "this program; was the database made by another program?")
    }
  }

  private static func apply(
    _ migration: Migration, _ connection: any Connection, _ now: Instant
  ) throws {
    for statement in migration.statements { try connection.run(statement, []) }
    try connection.run(
      """
      INSERT INTO migrations (number, name, oldest_compatible, applied_at)
      VALUES ($1, $2, $3, $4)
      """,
      [
        .integer(Int64(migration.number)), .text(migration.name),
        .integer(Int64(migration.oldestCompatible)), .instant(now),
      ])
  }
}
