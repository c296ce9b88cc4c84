import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// What waits for a webhook when the outbox becomes the feed is still delivered, once.
@Suite struct FeedMigrationTests {
  private static let now = Instant(milliseconds: 1_790_000_000_000)

  /// An active and a disabled webhook of the step before, and rows of the outbox, of which the
  /// active one has passed the first.
  private static func fill(_ connection: any Connection, _ webhooks: [Identifier]) throws {
    _ = try Migrator.migrate(
      connection, migrations: Array(Migration.all.prefix(10)), now: now)
    for number in 1...4 {
      try connection.run(
        """
        INSERT INTO webhook_outbox (app, id, topic, subject, at, body, by_client)
        VALUES (1, $1, 'signup', $1, $2, '{"data":{}}', 0)
        """, [.identifier(Identifier(high: 0, low: UInt64(number))), .instant(now)])
    }
    let passed = try connection.first("SELECT MIN(seq) FROM webhook_outbox", []) { $0.integer(0) }
    // The last row that was there may be deleted, and its number is not given again.
    try connection.run(
      "DELETE FROM webhook_outbox WHERE seq = (SELECT MAX(seq) FROM webhook_outbox)")
    for (webhook, state) in zip(webhooks, ["active", "disabled"]) {
      try connection.run(
        """
        INSERT INTO webhooks (app, id, url, facts, form, secret, state, position, client_position,
          created_at) VALUES (1, $1, 'https://a.example', '["*"]', 'native', 's', $2, $3, $4, 0)
        """,
        [.identifier(webhook), .text(state), .integer(passed), .integer(Int64.max)])
    }
  }

  @Test("Positions and rows are taken along", arguments: DatabaseDriver.all)
  func positions(_ driver: DatabaseDriver) async throws {
    try await driver.with([]) { database in
      let webhooks = [Identifier(high: 1, low: 1), Identifier(high: 1, low: 2)]
      let found = try await database.write { connection -> [Int64] in
        try Self.fill(connection, webhooks)
        _ = try Migrator.migrate(connection, migrations: Migration.all, now: Self.now)
        let followers = try connection.rows(
          """
          SELECT (SELECT COUNT(*) FROM feed AS o WHERE o.seq > f.position),
            (SELECT COUNT(*) FROM feed AS o WHERE o.seq > f.client_position)
          FROM followers AS f WHERE f.name = 'webhook'
          """, []
        ) { [$0.integer(0), $0.integer(1)] }
        // What comes next stands behind what was there, so nobody misses it.
        try connection.run(
          """
          INSERT INTO feed (app, kind, id, subject, at, body, by_client)
          VALUES (1, 'signup', $1, $1, $2, '', 1)
          """, [.identifier(webhooks[0]), .instant(Self.now)])
        let missed = try connection.first(
          """
          SELECT COUNT(*) FROM feed AS o JOIN followers AS f ON f.name = 'webhook'
          WHERE o.by_client = 1 AND o.seq <= f.client_position
          """, []
        ) { $0.integer(0) }
        return followers.flatMap { $0 } + [missed ?? -1]
      }
      #expect(found == [2, 0, 0])
    }
  }
}
