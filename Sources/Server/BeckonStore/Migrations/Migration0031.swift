import BeckonDatabase

extension Migration {
  /// Reminders, what people have said of being written to, who is to be looked at when, what was
  /// decided and what came of it.
  ///
  /// A program of an earlier step would erase people and leave what was decided about them, so the
  /// two do not work side by side.
  static let reminders = Migration(
    number: 31, name: "reminders", statements: settingTables + dueTables + decisionTables)

  private static let settingTables: [StaticString] = [
    """
    CREATE TABLE contact_consents (
      app BIGINT NOT NULL,
      person UUID NOT NULL,
      channel TEXT NOT NULL,
      is_given BIGINT NOT NULL,
      told_by TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (app, person, channel)
    ) {clustered}
    """,
    """
    CREATE TABLE reminders (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      body TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (app, id)
    )
    """,
  ]

  private static let dueTables: [StaticString] = [
    """
    CREATE TABLE basket_watches (
      app BIGINT NOT NULL,
      visitor BIGINT NOT NULL,
      reminder UUID NOT NULL,
      due_at BIGINT NOT NULL,
      PRIMARY KEY (app, visitor, reminder)
    ) {clustered}
    """,
    "CREATE INDEX basket_watches_due ON basket_watches (app, due_at)",
    """
    CREATE TABLE product_interests (
      app BIGINT NOT NULL,
      product BIGINT NOT NULL,
      visitor BIGINT NOT NULL,
      seen_at BIGINT NOT NULL,
      added_at BIGINT NOT NULL,
      removed_at BIGINT NOT NULL,
      bought_at BIGINT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (app, product, visitor)
    ) {clustered}
    """,
    "CREATE INDEX product_interests_by_visitor ON product_interests (app, visitor, product)",
    "CREATE INDEX product_interests_by_time ON product_interests (at)",
    """
    CREATE TABLE reminder_drops (
      app BIGINT NOT NULL,
      reminder UUID NOT NULL,
      id UUID NOT NULL,
      product BIGINT NOT NULL,
      currency TEXT NOT NULL,
      before BIGINT NOT NULL,
      after BIGINT NOT NULL,
      visitor BIGINT NOT NULL,
      due_at BIGINT,
      at BIGINT NOT NULL,
      PRIMARY KEY (app, reminder, id)
    ) {clustered}
    """,
    "CREATE INDEX reminder_drops_due ON reminder_drops (app, due_at) WHERE due_at IS NOT NULL",
    "CREATE INDEX reminder_drops_by_time ON reminder_drops (at)",
  ]

  private static let decisionTables: [StaticString] = [
    """
    CREATE TABLE reminder_decisions (
      app BIGINT NOT NULL,
      id UUID NOT NULL,
      reminder UUID NOT NULL,
      person UUID NOT NULL,
      occasion UUID NOT NULL,
      products TEXT NOT NULL,
      currency TEXT,
      before BIGINT,
      after BIGINT,
      since BIGINT NOT NULL,
      state TEXT NOT NULL,
      reason TEXT,
      faults TEXT,
      channel TEXT,
      message UUID,
      link UUID,
      due_at BIGINT NOT NULL,
      held_until BIGINT,
      counted_at BIGINT,
      texted_at BIGINT,
      followed_at BIGINT,
      created_at BIGINT NOT NULL,
      decided_at BIGINT NOT NULL,
      PRIMARY KEY (app, id)
    )
    """,
    """
    CREATE INDEX reminder_decisions_by_reminder
    ON reminder_decisions (app, reminder, created_at, id)
    """,
    """
    CREATE INDEX reminder_decisions_by_person ON reminder_decisions (app, person, created_at, id)
    """,
    """
    CREATE UNIQUE INDEX reminder_decisions_by_message ON reminder_decisions (app, message)
    WHERE message IS NOT NULL
    """,
    """
    CREATE INDEX reminder_decisions_held ON reminder_decisions (app, held_until)
    WHERE held_until IS NOT NULL
    """,
    """
    CREATE INDEX reminder_decisions_counted ON reminder_decisions (app, counted_at)
    WHERE counted_at IS NOT NULL
    """,
    """
    CREATE INDEX reminder_decisions_texted ON reminder_decisions (app, texted_at)
    WHERE texted_at IS NOT NULL
    """,
    "CREATE INDEX reminder_decisions_by_time ON reminder_decisions (created_at)",
    """
    CREATE TABLE reminder_orders (
      app BIGINT NOT NULL,
      purchase UUID NOT NULL,
      decision UUID NOT NULL,
      amount BIGINT NOT NULL,
      currency TEXT NOT NULL,
      at BIGINT NOT NULL,
      PRIMARY KEY (app, purchase, decision)
    ) {clustered}
    """,
    "CREATE INDEX reminder_orders_by_decision ON reminder_orders (app, decision)",
    "CREATE INDEX reminder_orders_by_time ON reminder_orders (at)",
  ]
}
