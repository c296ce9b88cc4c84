/// The record of a copy in its target: a table that is made when the copy begins and dropped when
/// it is complete and verified. While it is there, nobody must use the database.
public enum UnfinishedCopy {
  /// Whether the database is the target of a copy that is not complete.
  /// - Throws: `DatabaseError`.
  public static func isThere(in database: any Database) async throws -> Bool {
    do {
      return try await database.read { connection in
        try connection.first("SELECT COUNT(*) FROM copying", []) { _ in true } ?? false
      }
    } catch DatabaseError.misuse {
      // The only thing that can be wrong with this statement is that there is no such table.
      return false
    }
  }

  /// Begins a record, in which nothing is copied yet.
  /// - Throws: `DatabaseError`.
  static func begin(_ tables: [CopiedTable], _ connection: any Connection) throws {
    try connection.run(
      """
      CREATE TABLE copying (
        name TEXT NOT NULL PRIMARY KEY, copied BIGINT NOT NULL, digest BIGINT NOT NULL)
      """)
    for table in tables {
      try connection.run(
        "INSERT INTO copying (name, copied, digest) VALUES ($1, 0, 0)", [.text(table.name)])
    }
  }

  /// What has been copied of each table, by its name: its first rows in the source's order.
  /// - Throws: `DatabaseError`.
  static func tallies(_ connection: any Connection) throws -> [String: Tally] {
    let tallies = try connection.rows("SELECT name, copied, digest FROM copying", []) { row in
      (row.text(0), Tally(count: row.integer(1), digest: UInt64(bitPattern: row.integer(2))))
    }
    return Dictionary(tallies) { $1 }
  }

  /// Moves a table's record on.
  /// - Throws: `DatabaseError`; `CopyError.anotherCopy` when it does not stand where it should.
  static func move(
    _ table: CopiedTable, from old: Tally, to new: Tally, _ connection: any Connection
  ) throws {
    let moved = try connection.run(
      """
      UPDATE copying SET copied = $2, digest = $3
      WHERE name = $1 AND copied = $4 AND digest = $5
      """,
      [
        .text(table.name), .integer(new.count), .integer(Int64(bitPattern: new.digest)),
        .integer(old.count), .integer(Int64(bitPattern: old.digest)),
      ])
    guard moved == 1 else { throw CopyError.anotherCopy(table: table.name) }
  }

  /// Ends the record: the database may be used.
  /// - Throws: `DatabaseError`.
  static func end(_ connection: any Connection) throws {
    try connection.run("DROP TABLE IF EXISTS copying")
    try connection.announce()
  }
}
