import BeckonDatabase
import BeckonModel
import Testing

@Suite struct MigratorTests {
  private static let first = Migration(
    number: 1, name: "people", statements: ["CREATE TABLE people (name TEXT)"])
  private static let second = Migration(
    number: 2, name: "ages",
    statements: [
      "ALTER TABLE people ADD COLUMN age BIGINT", "INSERT INTO people VALUES ('Ana', 3)",
    ])

  private static func migrate(
    _ database: any Database, _ migrations: [Migration]
  ) async throws -> [String] {
    try await database.write { connection in
      try Migrator.migrate(
        connection, migrations: migrations, now: Instant(milliseconds: 1_700_000_000_000)
      ).map(\.name)
    }
  }

  @Test("What is missing is applied in order, once, and recorded", arguments: DatabaseDriver.all)
  func applies(_ driver: DatabaseDriver) async throws {
    try await driver.with([]) { database in
      #expect(try await Self.migrate(database, [Self.first]) == ["people"])
      #expect(try await Self.migrate(database, [Self.first, Self.second]) == ["ages"])
      #expect(try await Self.migrate(database, [Self.first, Self.second]) == [])
      let records = try await database.read { connection in
        try connection.rows("SELECT number, name, applied_at FROM migrations ORDER BY number", []) {
          "\($0.integer(0)) \($0.text(1)) \($0.integer(2))"
        }
      }
      #expect(records == ["1 people 1700000000000", "2 ages 1700000000000"])
    }
  }

  @Test("A step that fails leaves the schema as it was", arguments: DatabaseDriver.all)
  func fails(_ driver: DatabaseDriver) async throws {
    try await driver.with([]) { database in
      let broken = Migration(
        number: 2, name: "broken", statements: ["CREATE TABLE half (a BIGINT)", "CREATE NONSENSE"])
      await #expect(throws: DatabaseError.self) {
        try await Self.migrate(database, [Self.first, broken])
      }
      let applied = try await Self.migrate(database, [Self.first])
      #expect(applied == ["people"])
    }
  }

  @Test("A newer database is refused and left alone", arguments: DatabaseDriver.all)
  func newer(_ driver: DatabaseDriver) async throws {
    try await driver.with([]) { database in
      _ = try await Self.migrate(database, [Self.first, Self.second])
      await #expect(throws: DatabaseError.newerSchema(found: 2, known: 1)) {
        try await Self.migrate(database, [Self.first])
      }
    }
  }

  @Test(
    "A program goes on beside a newer one whose steps say so, and no other",
    arguments: DatabaseDriver.all)
  func compatible(_ driver: DatabaseDriver) async throws {
    try await driver.with([]) { database in
      let added = Migration(
        number: 2, name: "added", statements: ["CREATE TABLE more (a BIGINT)"],
        oldestCompatible: 1)
      _ = try await Self.migrate(database, [Self.first, added])
      #expect(try await Self.migrate(database, [Self.first]) == [])
      try await database.read { try Migrator.checkCompatible($0, known: 1) }

      let changed = Migration(
        number: 3, name: "changed", statements: ["DROP TABLE people"], oldestCompatible: 2)
      _ = try await Self.migrate(database, [Self.first, added, changed])
      #expect(try await Self.migrate(database, [Self.first, added]) == [])
      await #expect(throws: DatabaseError.newerSchema(found: 3, known: 1)) {
        try await database.read { try Migrator.checkCompatible($0, known: 1) }
      }
    }
  }

  @Test("A record with another name or a gap is refused", arguments: DatabaseDriver.all)
  func foreign(_ driver: DatabaseDriver) async throws {
    try await driver.with([]) { database in
      _ = try await Self.migrate(database, [Self.first, Self.second])
      let renamed = Migration(number: 1, name: "persons", statements: [])
      var error = await #expect(throws: DatabaseError.self) {
        try await Self.migrate(database, [renamed, Self.second])
      }
      guard case .corrupt(let message) = error else { throw DatabaseTests.Refusal() }
      #expect(message.contains("'people'") && message.contains("'persons'"))

      try await database.write { try $0.run("DELETE FROM migrations WHERE number = 1") }
      error = await #expect(throws: DatabaseError.self) {
        try await Self.migrate(database, [Self.first, Self.second])
      }
      guard case .corrupt = error else { throw DatabaseTests.Refusal() }
    }
  }

  @Test("A program whose steps have a gap is wrong", arguments: DatabaseDriver.all)
  func gap(_ driver: DatabaseDriver) async throws {
    try await driver.with([]) { database in
      let error = await #expect(throws: DatabaseError.self) {
        try await Self.migrate(database, [Self.second])
      }
      guard case .misuse = error else { throw DatabaseTests.Refusal() }
    }
  }
}
