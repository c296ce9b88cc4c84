import BeckonDatabase
import BeckonModel

/// Deletes what has been kept long enough, as the features say (`KeptRows`). Money, referrals and
/// the ids of money are kept for ever.
public struct Retention {
  /// Rows deleted by one statement; with so many a transaction ends, so that it stays short however
  /// many kinds of rows and apps there are.
  public static let batchMax: Int64 = 2_000

  private let connection: any Connection
  private let now: Instant

  /// Works in this transaction.
  public init(_ connection: any Connection, now: Instant) {
    self.connection = connection
    self.now = now
  }

  /// Deletes a batch, and gives how many rows went; 0 when nothing is too old.
  /// - Throws: `DatabaseError`.
  public func run() throws -> Int {
    // Two servers that delete the same rows would only wait for each other.
    guard try Loops(connection).claim("retention") != nil else { return 0 }
    let apps = try AppRetention.all(connection)
    return try Feature.all.flatMap(\.kept).reduce(0) { deleted, kept in
      guard deleted < Int(Self.batchMax) else { return deleted }
      return try deleted + kept.delete(apps, now: now, batchMax: Self.batchMax, connection)
    }
  }
}
