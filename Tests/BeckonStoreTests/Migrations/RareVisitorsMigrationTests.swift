import BeckonDatabase
import BeckonEngine
import BeckonModel
import Testing

@testable import BeckonStore

/// Visitors from before the step that indexes only the rare ones are found as before.
@Suite struct RareVisitorsMigrationTests {
  @Test(
    "Visitors are found by name and by subject, also those from before",
    arguments: DatabaseDriver.all)
  func found(_ driver: DatabaseDriver) async throws {
    try await driver.with([]) { database in
      let now = Instant(milliseconds: 1_790_000_000_000)
      let app = try await database.write { connection -> AppContext? in
        let before = Migration.all.filter { $0.number < Migration.rareVisitors.number }
        _ = try Migrator.migrate(connection, migrations: before, now: now)
        _ = try Accounts(connection).createApp(name: "Shop", ambient: Shop.ambient(now))
        return try Accounts.context(of: 1, connection)
      }
      let shop = Shop(databases: [database], app: try #require(app))
      try await database.write { connection in
        let visitors = ShopVisitors(shop.scope(connection))
        let (digest, own) = (visitors.digest(of: .vendorID("v1")), Identifier(high: 7, low: 7))
        // One who has logged out since, and whom the name means now.
        for (subject, isCurrent) in [(digest, false), (own, true)] {
          try connection.run(
            """
            INSERT INTO shop_visitors (app, digest, subject, is_proven, is_current, last_at)
            VALUES (1, $1, $2, 0, $3, 0)
            """, [.identifier(digest), .identifier(subject), .bool(isCurrent)])
        }
        _ = try Migrator.migrate(connection, migrations: Migration.all, now: now)
        #expect(try visitors.all(.vendorID("v1")).map(\.subject) == [digest, own])
        #expect(try visitors.find(.vendorID("v1"))?.subject == own)
        #expect(try visitors.all(under: digest).map(\.subject) == [digest])
        #expect(try visitors.all(under: own).map(\.subject) == [own])
        #expect(try visitors.all(under: Identifier(high: 8, low: 8)) == [])
      }
    }
  }
}
