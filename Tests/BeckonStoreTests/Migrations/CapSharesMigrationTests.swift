import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// What a rule has paid in all moves into shares.
@Suite struct CapSharesMigrationTests {
  @Test("What was paid under a total stays paid", arguments: DatabaseDriver.all)
  func total(_ driver: DatabaseDriver) async throws {
    try await driver.with([]) { database in
      let now = Instant(milliseconds: 1_780_000_000_000)
      let (rule, person) = (Identifier(high: 1, low: 1), Identifier(high: 1, low: 2))
      let found = try await database.write { connection -> [String] in
        _ = try Migrator.migrate(connection, migrations: [Migration.all[0]], now: now)
        try connection.run(
          "INSERT INTO people (app, id, attributes, created_at) VALUES (1, $1, '{}', 0)",
          [.identifier(person)])
        // The total stood in the row of nobody, a person's sum in their own.
        for (owner, amount) in [(Identifier(high: 0, low: 0), Int64(150)), (person, 50)] {
          try connection.run(
            "INSERT INTO cap_uses (app, rule, person, day, amount) VALUES (1, $1, $2, '', $3)",
            [.identifier(rule), .identifier(owner), .integer(amount)])
        }
        _ = try Migrator.migrate(connection, migrations: Migration.all, now: now)
        let shares = try connection.rows("SELECT share, bound, room FROM cap_shares", []) {
          "\($0.integer(0)) \($0.integer(1)) \($0.integer(2))"
        }
        let uses = try connection.rows("SELECT amount FROM cap_uses", []) { "\($0.integer(0))" }
        return shares + uses
      }
      #expect(found == ["0 0 -150", "50"])
    }
  }
}
