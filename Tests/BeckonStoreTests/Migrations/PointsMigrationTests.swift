import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// Points and waiting lists of databases that were there before them.
@Suite struct PointsMigrationTests {
  private static func id(_ number: UInt64) -> DatabaseValue {
    .identifier(Identifier(high: 1, low: number))
  }

  private static func transfer(
    _ number: UInt64, _ kind: String, to owner: UInt64, _ amount: Int64, unit: String = "points",
    state: String = "posted", reverses: UInt64? = nil, _ connection: any Connection
  ) throws {
    let isReward = kind == "reward"
    try connection.run(
      """
      INSERT INTO transfers (app, id, kind, from_account, from_owner, to_account, to_owner, amount,
        unit, state, campaign, reverses, reasons, created_at)
      VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, '[]', 0)
      """,
      [
        id(number), .text(kind), .text(isReward ? "budget" : "person"),
        id(isReward ? 100 : owner), .text(isReward ? "person" : "clawback"),
        id(isReward ? owner : 0), .integer(amount), .text(unit), .text(state), id(100),
        reverses.map(id) ?? .null,
      ])
  }

  @Test(
    "What was earned is summed for who it is now, and who waits has a place",
    arguments: DatabaseDriver.all)
  func before(_ driver: DatabaseDriver) async throws {
    try await driver.with([]) { database in
      let now = Instant(milliseconds: 1_780_000_000_000)
      let found = try await database.write { connection -> [String] in
        _ = try Migrator.migrate(
          connection, migrations: Array(Migration.all.prefix { $0.number < 21 }), now: now)
        // 1 was merged into 2, and 2 into 3.
        for (person, survivor) in [(1, 2), (2, 3), (3, nil), (4, nil)] as [(UInt64, UInt64?)] {
          try connection.run(
            """
            INSERT INTO people (app, id, attributes, created_at, merged_into)
            VALUES (1, $1, '{}', 0, $2)
            """, [Self.id(person), survivor.map(Self.id) ?? .null])
        }
        try Self.transfer(11, "reward", to: 1, 5, connection)
        try Self.transfer(12, "reward", to: 2, 7, connection)
        try Self.transfer(13, "clawback", to: 3, 5, reverses: 11, connection)
        try Self.transfer(14, "reward", to: 4, 9, connection)
        try Self.transfer(15, "reward", to: 4, 9, unit: "gold", connection)
        try Self.transfer(16, "reward", to: 4, 9, state: "pending", connection)
        try connection.run(
          """
          INSERT INTO campaigns (app, id, list_uuid, name, goal, kind, url, created_at)
          VALUES (1, $1, 'list', 'List', 1, 'waitlist', 'https://shop.example', 0)
          """, [Self.id(100)])
        for (person, state) in [(3, "confirmed"), (4, "awaiting_sign_up")] as [(UInt64, String)] {
          try connection.run(
            """
            INSERT INTO referrals (app, id, campaign, person, state, match, evidence, risk,
              joined_at, updated_at)
            VALUES (1, $1, $2, $3, $4, 'none', '{}', '{}', 7, 0)
            """, [Self.id(person + 20), Self.id(100), Self.id(person), .text(state)])
        }
        _ = try Migrator.migrate(connection, migrations: Migration.all, now: now)
        let points = try connection.rows(
          "SELECT person, points, is_ranked FROM campaign_points ORDER BY person", []
        ) { "\($0.identifier(0).low) has \($0.integer(1)), \($0.integer(2))" }
        let places = try connection.rows(
          "SELECT person, referral, joined_at, confirmed FROM queue_places", []
        ) {
          "\($0.identifier(0).low) \($0.identifier(1).low) \($0.integer(2)) \($0.integer(3))"
        }
        return points + places
      }
      #expect(found == ["3 has 7, 0", "4 has 9, 0", "3 23 7 0"])
    }
  }
}
