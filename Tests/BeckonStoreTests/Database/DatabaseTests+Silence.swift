import BeckonDatabase
import Testing

extension DatabaseTests {
  private static let things = Insertion("numbers", [.integer("value")])

  @Test("A write that asks for no answer is stored", arguments: DatabaseDriver.all)
  func silentWrite(driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      for number in 1...3 {
        try await database.write {
          try $0.send("INSERT INTO numbers (value) VALUES ($1)", [.integer(Int64(number))])
        }
        try await database.write {
          try $0.insert([[.integer(Int64(number * 10))]], by: Self.things)
        }
      }
      #expect(try await Self.numbers(database) == [1, 2, 3, 10, 20, 30])
    }
  }

  @Test("A write that asks for no answer still fails", arguments: DatabaseDriver.all)
  func silentFailure(driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      try await database.write { try Self.insert(1, $0) }
      await #expect {
        try await database.write {
          try $0.send("INSERT INTO numbers (value) VALUES ($1)", [.integer(1)])
        }
      } throws: { error in
        if case DatabaseError.constraint = error { true } else { false }
      }
      try await database.write { try Self.insert(2, $0) }
      #expect(try await Self.numbers(database) == [1, 2])
    }
  }
}
