import BeckonDatabase

extension Migration {
  /// What went to people who are erased, as far as budgets count it still, and since when products
  /// are out of stock of whose coming back people are told.
  ///
  /// A program of an earlier step cannot read a reminder of a product that has come back, so the
  /// two do not work side by side.
  static let sendingsAndStock = Migration(
    number: 35, name: "sendings-and-stock",
    statements: [
      """
      CREATE TABLE erased_sendings (
        app BIGINT NOT NULL,
        id UUID NOT NULL,
        kind TEXT NOT NULL,
        recipient_key UUID,
        at BIGINT NOT NULL,
        PRIMARY KEY (app, id, kind)
      ) {clustered}
      """,
      "CREATE INDEX erased_sendings_by_kind ON erased_sendings (app, kind, at)",
      """
      CREATE INDEX erased_sendings_by_recipient ON erased_sendings (app, recipient_key, at)
      WHERE recipient_key IS NOT NULL
      """,
      "CREATE INDEX erased_sendings_by_time ON erased_sendings (at)",
      """
      CREATE TABLE product_absences (
        app BIGINT NOT NULL,
        product UUID NOT NULL,
        since BIGINT NOT NULL,
        PRIMARY KEY (app, product)
      ) {clustered}
      """,
      "CREATE INDEX product_absences_by_time ON product_absences (since)",
    ])
}
