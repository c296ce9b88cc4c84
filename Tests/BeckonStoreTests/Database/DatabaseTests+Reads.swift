import BeckonDatabase
import Testing

extension DatabaseTests {
  @Test("A read sees every write that was answered before it", arguments: DatabaseDriver.all)
  func readYourWrites(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      let seen = await Self.answered(0..<200) { number in
        try await database.write { try Self.insert(number, $0) }
        let found = try await database.read { connection in
          try connection.first(
            "SELECT value FROM numbers WHERE value = $1", [.integer(Int64(number))]
          ) { $0.integer(0) }
        }
        if found == nil { throw Refusal() }
      }
      #expect(seen.count == 200)
    }
  }

  @Test("A read keeps its snapshot while a write commits", arguments: DatabaseDriver.all)
  func snapshot(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      let gate = Gate()
      async let counts = database.read { connection in
        let before = try Self.count(connection)
        gate.wait()
        return [before, try Self.count(connection)]
      }
      await gate.arrival()
      try await database.write { try Self.insert(1, $0) }
      gate.open()
      #expect(try await counts == [0, 0])
      #expect(try await Self.numbers(database) == [1])
    }
  }

  @Test("A read that writes is a fault of the program", arguments: DatabaseDriver.all)
  func writingRead(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      let error = await #expect(throws: DatabaseError.self) {
        try await database.read { try Self.insert(1, $0) }
      }
      guard case .misuse = error else { throw Refusal() }
      #expect(try await Self.numbers(database) == [])
    }
  }

  @Test(
    "A read's own error reaches the caller, and the next read works",
    arguments: DatabaseDriver.all)
  func failingRead(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      try await database.write { connection in
        for number in 0..<5 { try Self.insert(number, connection) }
      }
      for _ in 0..<10 {
        await #expect(throws: Refusal()) {
          try await database.read { connection in
            try connection.rows("SELECT value FROM numbers ORDER BY value", []) { row in
              if row.integer(0) == 2 { throw Refusal() }
            }
          }
        }
        #expect(try await Self.numbers(database) == [0, 1, 2, 3, 4])
      }
    }
  }

  private static func count(_ connection: any Connection) throws -> Int64? {
    try connection.first("SELECT count(*) FROM numbers", []) { $0.integer(0) }
  }
}
