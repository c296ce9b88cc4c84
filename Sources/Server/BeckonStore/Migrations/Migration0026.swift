import BeckonDatabase

extension Migration {
  /// Visitors of shops, their sessions, what they did with which products, and their orders.
  ///
  /// A program of an earlier step would erase people and leave what they did as visitors, so the
  /// two do not work side by side.
  static let shopVisitors = Migration(
    number: 26, name: "shop-visitors",
    statements: visitorTables + actionTables + purchaseTables + ["SELECT {make_partitions}(0)"])

  private static let visitorTables: [StaticString] = [
    """
    CREATE TABLE shop_visitors (
      number {sequence},
      app BIGINT NOT NULL,
      digest UUID NOT NULL,
      subject UUID NOT NULL,
      person UUID,
      is_proven BIGINT NOT NULL,
      install UUID,
      is_current BIGINT NOT NULL,
      last_at BIGINT NOT NULL,
      erased_at BIGINT
    )
    """,
    "CREATE UNIQUE INDEX shop_visitors_current ON shop_visitors (app, digest) WHERE is_current = 1",
    "CREATE INDEX shop_visitors_by_digest ON shop_visitors (app, digest, number)",
    "CREATE INDEX shop_visitors_by_subject ON shop_visitors (app, subject)",
    """
    CREATE INDEX shop_visitors_by_person ON shop_visitors (app, person, number)
    WHERE person IS NOT NULL
    """,
    """
    CREATE INDEX shop_visitors_by_install ON shop_visitors (app, install)
    WHERE install IS NOT NULL
    """,
    "CREATE INDEX shop_visitors_by_time ON shop_visitors (app, last_at, number)",
    """
    CREATE TABLE shop_sessions (
      number {sequence},
      app BIGINT NOT NULL,
      visitor BIGINT NOT NULL,
      first_at BIGINT NOT NULL,
      last_at BIGINT NOT NULL
    )
    """,
    "CREATE INDEX shop_sessions_by_visitor ON shop_sessions (app, visitor, last_at)",
    "CREATE INDEX shop_sessions_by_time ON shop_sessions (app, last_at)",
  ]

  private static let actionTables: [StaticString] = [
    """
    CREATE TABLE product_numbers (
      number {sequence},
      app BIGINT NOT NULL,
      product TEXT NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX product_numbers_by_product ON product_numbers (app, product)",
    """
    CREATE TABLE shop_actions (
      seq {position received_at},
      app BIGINT NOT NULL,
      visitor BIGINT NOT NULL,
      session BIGINT NOT NULL,
      product BIGINT NOT NULL,
      kind BIGINT NOT NULL,
      at BIGINT NOT NULL,
      received_at BIGINT NOT NULL
    ) {monthly received_at}
    """,
    "CREATE INDEX shop_actions_by_visitor ON shop_actions (app, visitor, seq)",
    "CREATE INDEX shop_actions_by_time ON shop_actions (app, received_at)",
    """
    CREATE TABLE shop_trails (
      app BIGINT NOT NULL,
      visitor BIGINT NOT NULL,
      actions TEXT NOT NULL,
      PRIMARY KEY (app, visitor)
    ) {clustered}
    """,
  ]

  private static let purchaseTables: [StaticString] = [
    """
    CREATE TABLE shop_purchases (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      fact UUID NOT NULL,
      payment TEXT NOT NULL,
      reference UUID NOT NULL,
      sameness UUID NOT NULL,
      visitor BIGINT,
      session BIGINT,
      amount BIGINT,
      currency TEXT,
      products TEXT NOT NULL,
      trust TEXT NOT NULL,
      is_payment BIGINT NOT NULL,
      at BIGINT NOT NULL,
      received_at BIGINT NOT NULL,
      PRIMARY KEY (app, id)
    ) {clustered}
    """,
    "CREATE INDEX shop_purchases_by_reference ON shop_purchases (app, reference)",
    "CREATE INDEX shop_purchases_by_sameness ON shop_purchases (app, sameness, at)",
    """
    CREATE INDEX shop_purchases_by_visitor ON shop_purchases (app, visitor, at)
    WHERE visitor IS NOT NULL
    """,
    """
    CREATE INDEX shop_purchases_noted ON shop_purchases (app, received_at) WHERE is_payment = 0
    """,
  ]
}
