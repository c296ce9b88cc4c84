import BeckonDatabase

extension Migration {
  /// The products of a shop, words of clients about them that wait for a second one, and how their
  /// prices have changed.
  ///
  /// A product's key is the hash of its id, so that a row of the feed can name it.
  static let catalog = Migration(
    number: 25, name: "catalog",
    statements: [
      """
      CREATE TABLE products (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        product TEXT NOT NULL,
        body TEXT NOT NULL,
        brand TEXT,
        categories TEXT NOT NULL,
        in_stock BIGINT NOT NULL,
        hidden BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        changed_at BIGINT NOT NULL,
        deleted_at BIGINT,
        absent_since BIGINT,
        feed UUID,
        PRIMARY KEY (app, id)
      )
      """,
      """
      CREATE INDEX products_by_change ON products (app, changed_at, id) WHERE deleted_at IS NULL
      """,
      """
      CREATE INDEX products_by_feed ON products (app, feed, id)
      WHERE deleted_at IS NULL AND absent_since IS NULL
      """,
      """
      CREATE TABLE product_claims (
        app BIGINT NOT NULL,
        product UUID NOT NULL,
        field TEXT NOT NULL,
        reporter UUID NOT NULL,
        value TEXT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (app, product, field, reporter)
      ) {clustered}
      """,
      "CREATE INDEX product_claims_by_reporter ON product_claims (app, reporter)",
      "CREATE INDEX product_claims_by_time ON product_claims (at)",
      """
      CREATE TABLE product_prices (
        app BIGINT NOT NULL,
        product UUID NOT NULL,
        id UUID NOT NULL,
        currency TEXT NOT NULL,
        at BIGINT NOT NULL,
        before BIGINT,
        after BIGINT,
        told_by TEXT NOT NULL,
        PRIMARY KEY (app, product, id)
      ) {clustered}
      """,
      "CREATE INDEX product_prices_by_time ON product_prices (at)",
      "CREATE INDEX product_prices_by_app ON product_prices (app, at, product)",
    ])
}
