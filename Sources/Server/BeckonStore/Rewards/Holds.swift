import BeckonBasics
import BeckonDatabase
import BeckonModel

/// Posts held rewards when they are due.
public struct Holds {
  /// Transfers posted in one transaction, so that it stays short.
  public static let batchMax: Int64 = 500

  /// Whether any held reward is due.
  /// - Throws: `DatabaseError`.
  public static func isAnyDue(at now: Instant, _ connection: any Connection) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM transfers WHERE state = 'pending' AND due_at <= $1 LIMIT 1",
      [.instant(now)]
    ) { _ in true } ?? false
  }

  /// Held rewards that are due and that no other server is posting, of all apps, the longest due
  /// first.
  /// - Throws: `DatabaseError`.
  public static func claim(
    at now: Instant, _ connection: any Connection
  ) throws -> [(app: Int64, id: TransferID)] {
    try connection.rows(
      """
      SELECT app, id FROM transfers WHERE state = 'pending' AND due_at <= $1
      ORDER BY due_at LIMIT $2 {claimed}
      """, [.instant(now), .integer(batchMax)]
    ) { (app: $0.integer(0), id: $0.id(1)) }
  }
}
