import BeckonDatabase

extension Migration {
  /// Widgets of shops, who met them, what was done with them, and what that comes to by day.
  ///
  /// A program of an earlier step would erase visitors and leave what they did with widgets, so the
  /// two do not work side by side.
  static let widgets = Migration(
    number: 27, name: "widgets",
    statements: settingTables + actTables + sumTables + ["SELECT {make_partitions}(0)"])

  private static let settingTables: [StaticString] = [
    """
    CREATE TABLE widgets (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      code TEXT NOT NULL,
      body TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (app, id)
    )
    """,
    "CREATE UNIQUE INDEX widgets_by_code ON widgets (app, code)",
    """
    CREATE TABLE widget_visitors (
      app BIGINT NOT NULL,
      visitor BIGINT NOT NULL,
      widget UUID NOT NULL,
      arm TEXT NOT NULL,
      day TEXT NOT NULL,
      at BIGINT NOT NULL,
      orders BIGINT NOT NULL,
      amount BIGINT NOT NULL,
      currency TEXT,
      PRIMARY KEY (app, visitor, widget)
    ) {clustered}
    """,
    "CREATE INDEX widget_visitors_by_time ON widget_visitors (app, at)",
  ]

  private static let actTables: [StaticString] = [
    """
    CREATE TABLE widget_acts (
      seq {position received_at},
      app BIGINT NOT NULL,
      widget UUID NOT NULL,
      visitor BIGINT NOT NULL,
      arm TEXT NOT NULL,
      kind BIGINT NOT NULL,
      number BIGINT NOT NULL,
      product TEXT,
      banner TEXT,
      amount BIGINT,
      currency TEXT,
      at BIGINT NOT NULL,
      received_at BIGINT NOT NULL
    ) {monthly received_at}
    """,
    "CREATE INDEX widget_acts_by_visitor ON widget_acts (app, visitor, seq)",
    "CREATE INDEX widget_acts_by_click ON widget_acts (app, visitor, at) WHERE kind = 3",
    "CREATE INDEX widget_acts_by_time ON widget_acts (app, received_at)",
    """
    CREATE TABLE widget_orders (
      app BIGINT NOT NULL,
      purchase UUID NOT NULL,
      widget UUID NOT NULL,
      visitor BIGINT NOT NULL,
      arm TEXT NOT NULL,
      is_clicked BIGINT NOT NULL,
      product TEXT,
      banner TEXT,
      amount BIGINT NOT NULL,
      currency TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (app, purchase, widget)
    ) {clustered}
    """,
    """
    CREATE INDEX widget_orders_by_widget ON widget_orders (app, widget, at, purchase)
    WHERE is_clicked = 1
    """,
    "CREATE INDEX widget_orders_by_visitor ON widget_orders (app, visitor)",
    "CREATE INDEX widget_orders_by_time ON widget_orders (app, at)",
  ]

  private static let sumTables: [StaticString] = [
    """
    CREATE TABLE widget_sums (
      app BIGINT NOT NULL,
      widget UUID NOT NULL,
      dimension TEXT NOT NULL,
      day TEXT NOT NULL,
      name TEXT NOT NULL,
      arm TEXT NOT NULL,
      currency TEXT NOT NULL,
      impressions BIGINT NOT NULL,
      views BIGINT NOT NULL,
      clicks BIGINT NOT NULL,
      conversions BIGINT NOT NULL,
      amount BIGINT NOT NULL,
      PRIMARY KEY (app, widget, dimension, day, name, arm, currency)
    ) {clustered}
    """,
    """
    CREATE TABLE widget_cohorts (
      app BIGINT NOT NULL,
      widget UUID NOT NULL,
      day TEXT NOT NULL,
      arm TEXT NOT NULL,
      currency TEXT NOT NULL,
      visitors BIGINT NOT NULL,
      buyers BIGINT NOT NULL,
      amount BIGINT NOT NULL,
      squares DOUBLE PRECISION NOT NULL,
      PRIMARY KEY (app, widget, day, arm, currency)
    ) {clustered}
    """,
  ]
}
