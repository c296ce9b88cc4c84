import BeckonDatabase

extension Migration {
  /// Who was promoted in a campaign, what of rewards was handed over, and the pools of coupons that
  /// a campaign lists, which may be stopped.
  ///
  /// A program of an earlier step would give codes of a stopped pool, so the two do not work side
  /// by side.
  static let promotions = Migration(
    number: 24, name: "promotions",
    statements: [
      "ALTER TABLE members ADD COLUMN promoted_at BIGINT",
      "ALTER TABLE transfers ADD COLUMN fulfilment TEXT",
      "ALTER TABLE transfers ADD COLUMN fulfilled_at BIGINT",
      "ALTER TABLE coupons ADD COLUMN added_at BIGINT",
      """
      CREATE TABLE coupon_pools (
        app BIGINT NOT NULL,
        pool TEXT NOT NULL,
        campaign UUID NOT NULL,
        made_at BIGINT NOT NULL,
        stopped_at BIGINT,
        PRIMARY KEY (app, pool)
      ) {clustered}
      """,
      "CREATE INDEX coupon_pools_by_campaign ON coupon_pools (app, campaign, pool)",
    ])
}
