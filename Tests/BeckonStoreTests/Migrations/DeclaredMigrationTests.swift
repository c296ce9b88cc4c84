import BeckonDatabase
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonStore

/// Referrals that only a client has declared leave the counts.
@Suite struct DeclaredMigrationTests {
  @Test(
    "What was declared is off the board, and ranks are counted anew", arguments: DatabaseDriver.all)
  func declared(_ driver: DatabaseDriver) async throws {
    try await driver.with([]) { database in
      let now = Instant(milliseconds: 1_780_000_000_000)
      let (campaign, ana) = (Identifier(high: 1, low: 1), Identifier(high: 1, low: 2))
      let found = try await database.write { connection -> [String] in
        let before = Migration.all.filter { $0.number < Migration.settingsOfCampaigns.number }
        _ = try Migrator.migrate(connection, migrations: before, now: now)
        for (number, match) in [(UInt64(11), "declared"), (12, "unique"), (13, "declared")] {
          try connection.run(
            """
            INSERT INTO referrals (app, id, campaign, person, referrer, state, match, evidence,
              risk, joined_at, updated_at)
            VALUES (1, $1, $2, $1, $3, 'confirmed', $4, '{}', '{}', 0, 0)
            """,
            [
              .identifier(Identifier(high: 2, low: number)), .identifier(campaign),
              .identifier(ana), .text(match),
            ])
        }
        try connection.run(
          """
          INSERT INTO referral_counts (app, campaign, person, pending, unconfirmed, confirmed,
            updated_at, is_ranked)
          VALUES (1, $1, $2, 0, 0, 3, 0, 0)
          """, [.identifier(campaign), .identifier(ana)])
        _ = try RankFill(connection).run()
        _ = try Migrator.migrate(connection, migrations: Migration.all, now: now)
        let counts = try connection.rows("SELECT confirmed, is_ranked FROM referral_counts", []) {
          "\($0.integer(0)) \($0.integer(1))"
        }
        _ = try RankFill(connection).run()
        return counts + (try RankCheck(of: 1, connection).wrongNodes)
      }
      #expect(found == ["1 0"])
    }
  }
}
