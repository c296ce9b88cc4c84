import BeckonDatabase
import BeckonModel

/// Pools of coupon codes that rewards hand out.
public struct Coupons {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// Adds codes to a pool; a code that is in it already is passed over. Gives how many were new.
  /// - Throws: `DatabaseError`.
  public func add(_ codes: [String], to pool: String) throws -> Int {
    var added = 0
    for code in codes {
      added += try scope.connection.run(
        """
        INSERT INTO coupons (app, pool, code, added_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING
        """, [scope.tenant, .text(pool), .text(code), scope.time])
    }
    return added
  }

  /// How many codes of a pool are free.
  /// - Throws: `DatabaseError`.
  public func free(in pool: String) throws -> Int64 {
    try scope.connection.first(
      "SELECT COUNT(*) FROM coupons WHERE app = $1 AND pool = $2 AND transfer IS NULL",
      [scope.tenant, .text(pool)]
    ) { $0.integer(0) } ?? 0
  }

  /// Puts the code of a transfer that was given up back into its pool.
  /// - Throws: `DatabaseError`.
  func giveBack(from transfer: TransferID) throws {
    try scope.connection.send(
      "UPDATE coupons SET transfer = NULL WHERE app = $1 AND transfer = $2",
      [scope.tenant, .id(transfer)])
  }

  /// Leaves the code of a transfer to the one that replaces it.
  /// - Throws: `DatabaseError`.
  func move(from transfer: TransferID, to replacement: TransferID) throws {
    try scope.connection.send(
      "UPDATE coupons SET transfer = $3 WHERE app = $1 AND transfer = $2",
      [scope.tenant, .id(transfer), .id(replacement)])
  }

  /// Takes a code out of a pool for a transfer; `nil` when none is left, or the pool is stopped.
  /// - Throws: `DatabaseError`.
  func take(from pool: String, for transfer: TransferID) throws -> String? {
    let code = try scope.connection.first(
      """
      SELECT code FROM coupons WHERE app = $1 AND pool = $2 AND transfer IS NULL
        AND NOT EXISTS (
          SELECT 1 FROM coupon_pools
          WHERE app = $1 AND pool = $2 AND stopped_at IS NOT NULL)
      ORDER BY code LIMIT 1 {claimed}
      """, [scope.tenant, .text(pool)]
    ) { $0.text(0) }
    guard let code else { return nil }
    try scope.connection.send(
      "UPDATE coupons SET transfer = $4 WHERE app = $1 AND pool = $2 AND code = $3",
      [scope.tenant, .text(pool), .text(code), .id(transfer)])
    return code
  }
}
