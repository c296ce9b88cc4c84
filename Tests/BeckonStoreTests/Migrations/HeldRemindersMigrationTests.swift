import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// The index of held reminders, which stood in step 35 for a while.
@Suite struct HeldRemindersMigrationTests {
  @Test(
    "A database that has the index, and one that has not, have it once",
    arguments: DatabaseDriver.all, [true, false])
  func index(_ driver: DatabaseDriver, _ isThere: Bool) async throws {
    try await driver.with([]) { database in
      let now = Instant(milliseconds: 1_780_000_000_000)
      try await database.write { connection in
        let before = Array(Migration.all.prefix { $0.number < 37 })
        _ = try Migrator.migrate(connection, migrations: before, now: now)
        if isThere {
          try connection.run(
            """
            CREATE INDEX reminder_decisions_held_by_due ON reminder_decisions (app, due_at)
            WHERE held_until IS NOT NULL
            """, [])
        }
        _ = try Migrator.migrate(connection, migrations: Migration.all, now: now)
        // Fails where there is none.
        try connection.run("DROP INDEX reminder_decisions_held_by_due", [])
      }
    }
  }
}
