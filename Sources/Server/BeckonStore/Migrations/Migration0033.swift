import BeckonDatabase

extension Migration {
  /// When products were used last, so that their numbers go some day; what was given back of orders
  /// that count for widgets, and what of their revenue only clients claim; and the devices to which
  /// visitors want notifications.
  ///
  /// Of numbers that are there nobody knows when they were used: 0 says so. Orders that are counted
  /// already are taken for the server's word, since nothing says that a client alone claims them.
  static let shopUpkeep = Migration(
    number: 33, name: "shop upkeep",
    statements: [
      "ALTER TABLE product_numbers ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0",
      "CREATE INDEX product_numbers_by_use ON product_numbers (app, used_at, number)",
      "ALTER TABLE widget_acts ADD COLUMN is_claimed BIGINT NOT NULL DEFAULT 0",
      "ALTER TABLE widget_orders ADD COLUMN is_claimed BIGINT NOT NULL DEFAULT 0",
      "ALTER TABLE widget_orders ADD COLUMN refunds TEXT",
      "ALTER TABLE widget_sums ADD COLUMN claimed BIGINT NOT NULL DEFAULT 0",
      """
      CREATE TABLE push_devices (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        visitor BIGINT NOT NULL,
        token TEXT NOT NULL,
        provider TEXT,
        system TEXT,
        system_version TEXT,
        topics TEXT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (app, id)
      )
      """,
      "CREATE INDEX push_devices_by_visitor ON push_devices (app, visitor, at)",
      "CREATE INDEX push_devices_by_time ON push_devices (app, at)",
    ])
}
