import BeckonDatabase

/// How much room the database takes up.
public enum DatabaseSize {
  /// Bytes of the whole database, as it says itself.
  /// - Throws: `DatabaseError`.
  public static func bytes(_ connection: any Connection) throws -> Int64 {
    try connection.first("SELECT {database_bytes}", []) { $0.integer(0) } ?? 0
  }
}
