import BeckonDatabase
import Testing

extension DatabaseTests {
  private static let log: StaticString = "CREATE TABLE log (seq {sequence}, words TEXT NOT NULL)"

  @Test("The number of a deleted last row is not given again", arguments: DatabaseDriver.all)
  func sequence(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.log]) { database in
      let numbers = try await database.write { connection in
        var numbers: [Int64] = []
        for _ in 0..<3 {
          numbers += try connection.rows(
            "INSERT INTO log (words) VALUES ($1) RETURNING seq", [.text("x")]
          ) { $0.integer(0) }
          try connection.run("DELETE FROM log")
        }
        return numbers
      }
      #expect(numbers.count == 3 && numbers == Set(numbers).sorted())
    }
  }

  @Test("Dollars and braces inside quotes are plain text", arguments: DatabaseDriver.all)
  func quotes(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.log]) { database in
      let words = try await database.write { connection in
        try connection.first(
          "SELECT '{\"price\": \"$1\", \"it''s\": {}}' AS \"{a}$2\", $1 FROM log {locked}",
          [.text("b")]
        ) { $0.text(0) + $0.text(1) }
          ?? connection.first("SELECT '{''$2''}' || $1", [.text("b")]) { $0.text(0) }
      }
      #expect(words == "{'$2'}b")
    }
  }

  @Test("A parameter may stand in several places", arguments: DatabaseDriver.all)
  func repeatedParameter(_ driver: DatabaseDriver) async throws {
    try await driver.with([]) { database in
      let words = try await database.read {
        try $0.first(
          "SELECT CAST($2 AS TEXT) || CAST($1 AS TEXT) || CAST($2 AS TEXT)",
          [.text("a"), .text("b")]
        ) { $0.text(0) }
      }
      #expect(words == "bab")
    }
  }

  @Test("A statement may run inside its own rows", arguments: DatabaseDriver.all)
  func nested(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      let pairs = try await database.write { connection in
        for number in 1...3 { try Self.insert(number, connection) }
        return try Self.upTo(3, connection) { outer in try Self.upTo(outer, connection) { $0 } }
      }
      #expect(pairs == [[1], [1, 2], [1, 2, 3]])
    }
  }

  private static func upTo<Value>(
    _ limit: Int64, _ connection: any Connection, _ read: (Int64) throws -> Value
  ) throws -> [Value] {
    try connection.rows(
      "SELECT value FROM numbers WHERE value <= $1 ORDER BY value", [.integer(limit)]
    ) { try read($0.integer(0)) }
  }

  @Test("Wrong SQL is a fault of the program, and harms nobody", arguments: DatabaseDriver.all)
  func misuse(_ driver: DatabaseDriver) async throws {
    let wrong: [(StaticString, [DatabaseValue])] = [
      ("SELEKT 1", []), ("SELECT nothing FROM nowhere", []), ("", []),
      ("SELECT value FROM numbers WHERE value = $1", []),
      ("SELECT value FROM numbers WHERE value = $1", [.integer(1), .integer(2)]),
      ("SELECT value FROM numbers", [.integer(1)]),
      ("SELECT 1; SELECT 2", []), ("CREATE TABLE x (value BIGINT) {quick}", []),
      ("COMMIT", []), ("  rollback", []), ("SAVEPOINT a", []),
    ]
    try await driver.with([Self.numbers]) { database in
      for (index, (sql, parameters)) in wrong.enumerated() {
        let error = await #expect(throws: DatabaseError.self, "\(sql)") {
          try await database.write { connection in
            try Self.insert(index, connection)
            try connection.run(sql, parameters)
          }
        }
        guard case .misuse = error else {
          Issue.record("\(sql): \(String(describing: error))")
          continue
        }
      }
      let stored = try await Self.numbers(database)
      #expect(stored == [])
    }
  }
}
