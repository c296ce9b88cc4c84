import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// By whose protocol installs and people from before became known.
@Suite struct VendorMigrationTests {
  private static func fill(_ connection: any Connection) throws {
    let devices: [StaticString] = [
      #"{"platform":"ios","os_version":"17.5","idfv":"6D92078A"}"#,
      #"{"platform":"ios","os_version":"17.5","device_model":"say \"idfv\": no"}"#,
      "{}",
    ]
    for (number, device) in devices.enumerated() {
      try connection.run(
        """
        INSERT INTO installs (app, id, client, device, network, created_at)
        VALUES (1, $1, $1, $2, $1, 0)
        """, [.identifier(install(number)), .text("\(device)")])
    }
    for (person, installs) in [(1, [0]), (2, [1]), (3, [0, 2]), (4, [])] {
      try connection.run(
        "INSERT INTO people (app, id, attributes, created_at) VALUES (1, $1, '{}', 0)",
        [.identifier(Self.person(person))])
      for install in installs {
        try connection.run(
          "INSERT INTO install_people (app, install, person) VALUES (1, $1, $2)",
          [.identifier(Self.install(install)), .identifier(Self.person(person))])
      }
    }
  }

  private static func install(_ number: Int) -> Identifier {
    Identifier(high: 1, low: UInt64(number))
  }

  private static func person(_ number: Int) -> Identifier {
    Identifier(high: 2, low: UInt64(number))
  }

  @Test(
    "Linkrunner's are those of which something is kept that only its clients tell",
    arguments: DatabaseDriver.all)
  func vendors(_ driver: DatabaseDriver) async throws {
    try await driver.with([]) { database in
      let now = Instant(milliseconds: 1_780_000_000_000)
      let found = try await database.write { connection in
        _ = try Migrator.migrate(connection, migrations: Array(Migration.all[..<8]), now: now)
        try Self.fill(connection)
        _ = try Migrator.migrate(connection, migrations: Migration.all, now: now)
        let installs = try connection.rows("SELECT vendor FROM installs ORDER BY id", []) {
          $0.optionalText(0) ?? "own"
        }
        return installs
          + (try connection.rows("SELECT vendor FROM people ORDER BY id", []) {
            $0.optionalText(0) ?? "own"
          })
      }
      #expect(found == ["linkrunner", "own", "own"] + ["linkrunner", "own", "own", "own"])
    }
  }
}
