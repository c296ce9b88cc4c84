import BeckonDatabase
import BeckonModel

/// Pools of coupon codes as a campaign lists them. A pool that was only ever filled by its name is
/// in no list until a campaign has it.
public struct CouponPools {
  private let scope: Scope

  /// Works in this scope.
  public init(_ scope: Scope) {
    self.scope = scope
  }

  /// A pool.
  public struct Pool: Hashable, Sendable {
    /// Its name, by which rules ask for it.
    public let name: String
    /// Whether rewards are given codes of it.
    public let isActive: Bool
    /// When it was made.
    public let madeAt: Instant
  }

  /// A code of a pool.
  public struct Coupon: Hashable, Sendable {
    /// The code.
    public let code: String
    /// When it was put in; `nil` for codes of before that was noted.
    public let addedAt: Instant?
    /// The reward that it came with.
    public let reward: TransferID?
    /// When that was posted.
    public let sentAt: Instant?
    /// Who has it.
    public let person: PersonID?
  }

  /// Most pools of a campaign.
  public static let poolsMax = 1_000

  /// Makes a pool of a campaign; `false` when the app has one of this name already, or codes of it.
  /// - Throws: `DatabaseError`.
  public func make(_ name: String, in campaign: CampaignID, isActive: Bool) throws -> Bool {
    let codes = try scope.connection.first(
      "SELECT 1 FROM coupons WHERE app = $1 AND pool = $2 LIMIT 1", [scope.tenant, .text(name)]
    ) { _ in true }
    guard codes == nil else { return false }
    return try scope.connection.run(
      """
      INSERT INTO coupon_pools (app, pool, campaign, made_at, stopped_at)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
      """,
      [
        scope.tenant, .text(name), .id(campaign), scope.time, isActive ? .null : scope.time,
      ]) > 0
  }

  /// Lets rewards have codes of a pool, or not any more.
  /// - Throws: `DatabaseError`.
  public func set(isActive: Bool, of pool: String) throws {
    try scope.connection.send(
      "UPDATE coupon_pools SET stopped_at = $3 WHERE app = $1 AND pool = $2",
      [scope.tenant, .text(pool), isActive ? .null : scope.time])
  }

  /// Takes a pool away with the codes that nobody has. Those that came with rewards stay theirs.
  /// - Throws: `DatabaseError`.
  public func remove(_ pool: String) throws {
    try scope.connection.send(
      "DELETE FROM coupons WHERE app = $1 AND pool = $2 AND transfer IS NULL",
      [scope.tenant, .text(pool)])
    try scope.connection.send(
      "DELETE FROM coupon_pools WHERE app = $1 AND pool = $2", [scope.tenant, .text(pool)])
  }

  /// A campaign's pool of this name.
  /// - Throws: `DatabaseError`.
  public func find(_ name: String, in campaign: CampaignID) throws -> Pool? {
    try scope.connection.first(
      """
      SELECT pool, stopped_at, made_at FROM coupon_pools
      WHERE app = $1 AND pool = $2 AND campaign = $3
      """, [scope.tenant, .text(name), .id(campaign)], Self.read)
  }

  /// A campaign's pools, by name.
  /// - Throws: `DatabaseError`.
  public func page(of campaign: CampaignID, _ window: ListWindow) throws -> [Pool] {
    try scope.connection.rows(
      """
      SELECT pool, stopped_at, made_at FROM coupon_pools
      WHERE app = \(scope.tenant) AND campaign = \(.id(campaign)) ORDER BY pool \(window.sql)
      """, Self.read)
  }

  /// How many pools a campaign has.
  /// - Throws: `DatabaseError`.
  public func count(of campaign: CampaignID) throws -> Int64 {
    try scope.connection.first(
      "SELECT COUNT(*) FROM coupon_pools WHERE app = $1 AND campaign = $2",
      [scope.tenant, .id(campaign)]
    ) { $0.integer(0) } ?? 0
  }

  private static func read(_ row: any Row) -> Pool {
    Pool(name: row.text(0), isActive: row.isNull(1), madeAt: row.instant(2))
  }

  // MARK: Codes

  /// Codes of a pool, in their order, with whom they went to. What a reward that is not posted has
  /// put aside for somebody is nobody's yet.
  /// - Throws: `DatabaseError`.
  public func coupons(in pool: String, _ window: ListWindow) throws -> [Coupon] {
    try scope.connection.rows(
      """
      SELECT c.code, c.added_at, t.id, t.settled_at, t.to_owner FROM coupons AS c
        LEFT JOIN transfers AS t ON t.app = c.app AND t.id = c.transfer AND t.state = 'posted'
      WHERE c.app = \(scope.tenant) AND c.pool = \(.text(pool)) ORDER BY c.code \(window.sql)
      """
    ) { row in
      Coupon(
        code: row.text(0), addedAt: row.optionalInstant(1), reward: row.optionalID(2),
        sentAt: row.optionalInstant(3), person: row.optionalID(4))
    }
  }

  /// How many codes a pool has.
  /// - Throws: `DatabaseError`.
  public func couponCount(in pool: String) throws -> Int64 {
    try scope.connection.first(
      "SELECT COUNT(*) FROM coupons WHERE app = $1 AND pool = $2", [scope.tenant, .text(pool)]
    ) { $0.integer(0) } ?? 0
  }

  /// Takes codes out of a pool that nobody has; gives how many.
  /// - Throws: `DatabaseError`.
  public func remove(_ codes: [String], from pool: String) throws -> Int {
    try codes.reduce(0) { removed, code in
      try removed
        + scope.connection.run(
          """
          DELETE FROM coupons WHERE app = $1 AND pool = $2 AND code = $3 AND transfer IS NULL
          """, [scope.tenant, .text(pool), .text(code)])
    }
  }
}
