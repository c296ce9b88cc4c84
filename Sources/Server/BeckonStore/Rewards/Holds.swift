import BeckonBasics
import BeckonModel

/// Posts held rewards when they are due.
public struct Holds {
  /// Transfers posted in one transaction, so that it stays short.
  public static let batchMax: Int64 = 500

  /// Held rewards that are due, of all apps, the longest due first.
  /// - Throws: `DatabaseError`.
  public static func due(
    at now: Instant, _ connection: any Connection
  ) throws -> [(app: Int64, id: TransferID)] {
    try connection.rows(
      """
      SELECT app, id FROM transfers WHERE state = 'pending' AND due_at <= $1
      ORDER BY due_at LIMIT $2
      """, [.instant(now), .integer(batchMax)]
    ) { (app: $0.integer(0), id: $0.id(1)) }
  }
}
