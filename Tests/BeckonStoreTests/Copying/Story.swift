import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore

/// An installation with something in every kind of table, for copying.
enum Story {
  static let start = Instant(milliseconds: 1_790_000_000_000)

  /// Fills a migrated database: as many facts and clicks as asked, a fiftieth of them people, with
  /// a ledger that adds up. The first `rolledUp` clicks are counted in the statistics.
  static func fill(_ database: any Database, facts: Int, clicks: Int, rolledUp: Int) async throws {
    let source = Locked(UInt64(42))
    let ambient = Ambient(now: { start }) {
      source.withLock { state in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 33
      }
    }
    try await database.write { connection in
      _ = try Migrator.migrate(connection, migrations: Migration.all, now: start)
      try Partitions.makeAhead(connection, now: start)
      let app = try Accounts(connection).createApp(name: "Shöp", ambient: ambient)
      _ = try Accounts(connection).createKey(.secret, app: app, ambient: ambient)
    }
    try await add(database, facts: facts, ambient)
    try await visit(database, clicks: rolledUp, ambient)
    try await rollUp(database, to: Int64(rolledUp))
    try await visit(database, clicks: clicks - rolledUp, ambient)
  }

  private static func add(_ database: any Database, facts: Int, _ ambient: Ambient) async throws {
    for first in stride(from: 0, to: facts, by: 5_000) {
      let numbers = first..<min(facts, first + 5_000)
      try await database.write { connection in
        try connection.insert(
          numbers.map { number in
            [
              .integer(1), .identifier(ambient.identifier()), .text("viewed"),
              .identifier(ambient.identifier()), .instant(start), .instant(start),
              .text("publishable"), number % 2 == 0 ? .null : .text("terms-1"),
              .text(#"{"product":"Käse \#(number)"}"#),
            ]
          }, by: factRows)
        for number in numbers where number % 50 == 0 { try pay(connection, number, ambient) }
      }
    }
  }

  /// A person, an identity with a peculiar text, a referral, and the posted transfer that it
  /// brought, with its balance.
  static func pay(
    _ connection: any Connection, _ number: Int, _ ambient: Ambient
  ) throws {
    let person = DatabaseValue.identifier(ambient.identifier())
    try connection.run(
      "INSERT INTO people (app, id, attributes, created_at) VALUES (1, $1, '{}', $2)",
      [person, .instant(start)])
    try connection.run(
      "INSERT INTO identities (app, kind, value, person) VALUES (1, 'user', $1, $2)",
      [.text(["Z", "a", "É", "-", "z b", "日本"][number / 50 % 6] + "\(number)"), person])
    let referral = DatabaseValue.identifier(ambient.identifier())
    try connection.run(
      """
      INSERT INTO referrals (app, id, campaign, person, state, match, evidence, risk, joined_at,
        updated_at)
      VALUES (1, $1, $1, $2, 'confirmed', 'unique', '{}', '{}', $3, $3)
      """, [referral, person, .instant(start)])
    try connection.run(
      """
      INSERT INTO transfers (app, id, kind, from_account, from_owner, to_account, to_owner, amount,
        unit, state, referral, reasons, created_at)
      VALUES (1, $1, 'reward', 'budget', $2, 'person', $3, 50, 'coins', 'posted', $4, '[]', $5)
      """,
      [
        .identifier(ambient.identifier()), .identifier(ambient.identifier()), person, referral,
        .instant(start),
      ])
    try connection.run(
      "INSERT INTO balances (app, person, unit, posted, pending) VALUES (1, $1, 'coins', 50, 0)",
      [person])
  }

  /// Visits to the one link, each by another visitor.
  static func visit(_ database: any Database, clicks: Int, _ ambient: Ambient) async throws {
    try await database.write { connection in
      try connection.insert(
        (0..<clicks).map { _ in
          [
            .integer(1), .identifier(ambient.identifier()), .identifier(link), .instant(start),
            .text("click"), .identifier(ambient.identifier()), .text("home"),
            .identifier(ambient.identifier()), .text("ios"),
          ]
        }, by: clickRows)
    }
  }

  /// Rolls clicks up, as the server's loop does, until so many are counted in all. PostgreSQL keeps
  /// them back while an older transaction writes anywhere on the server, as other tests' do.
  /// - Returns: the count; another one when that does not come within a minute.
  @discardableResult
  static func rollUp(_ database: any Database, to count: Int64) async throws -> Int64 {
    let end = MonotonicClock.nanoseconds() + 60_000_000_000
    while true {
      let isIdle = try await database.write { connection in
        try ClickRollUp(connection) { try Accounts.context(of: $0, connection) }.run() == 0
      }
      let counted = try await counted(database)
      if isIdle, counted >= count || MonotonicClock.nanoseconds() > end { return counted }
    }
  }

  /// Clicks of the one link in the statistics.
  static func counted(_ database: any Database) async throws -> Int64 {
    try await database.read { connection in
      try connection.first(
        "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) FROM link_days WHERE kind = 'click'", []
      ) { $0.integer(0) } ?? 0
    }
  }

  private static let link = Identifier(high: 7, low: 7)

  private static let factRows = Insertion(
    "facts",
    [
      .integer("app"), .identifier("id"), .text("name"), .identifier("subject"), .integer("at"),
      .integer("received_at"), .text("trust"), .text("consent"), .text("properties"),
    ])

  private static let clickRows = Insertion(
    "clicks",
    [
      .integer("app"), .identifier("id"), .identifier("link"), .integer("at"), .text("kind"),
      .identifier("network"), .text("network_class"), .identifier("visitor"), .text("platform"),
    ])
}
