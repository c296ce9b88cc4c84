import BeckonDatabase
import Testing

extension DatabaseTests {
  private static let shelf: StaticString = """
    CREATE TABLE shelf (
      number BIGINT PRIMARY KEY, words TEXT NOT NULL, note TEXT, weight BIGINT)
    """
  private static let columns: SQL = "number, words"

  /// What is on the shelf, as far as each condition is asked for.
  private static func find(words: String?, from: Int?) -> SQL {
    let filters: [SQL?] = [
      words.map { "words = \(.text($0))" }, from.map { "number >= \(.integer($0))" },
    ]
    return "SELECT \(columns) FROM shelf WHERE 1 = 1\(and: filters) ORDER BY number"
  }

  private static func fill(_ connection: any Connection) throws {
    for (number, words) in [(1, "a"), (2, "' OR 1 = 1 --"), (3, "a")] {
      let row: SQL.Row = ["number": .integer(number)] + ["words": .text(words), "note": .null]
      try connection.send("INSERT INTO shelf \(row: row)")
    }
  }

  @Test("Values stand where they are used, whatever is around them", arguments: DatabaseDriver.all)
  func composed(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.shelf]) { database in
      let found = try await database.write { connection in
        try Self.fill(connection)
        return try [("a", nil), ("a", 2), (nil, 2), ("' OR 1 = 1 --", 1), ("b", nil)].map {
          try connection.rows(Self.find(words: $0, from: $1)) { $0.integer(0) }
        }
      }
      #expect(found == [[1, 3], [3], [2, 3], [2], []])
    }
  }

  @Test("Rows are inserted and changed by name", arguments: DatabaseDriver.all)
  func byName(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.shelf]) { database in
      let found = try await database.write { connection in
        try Self.fill(connection)
        let changes: SQL.Row = ["words": .text("b"), "weight": .integer(9)]
        let changed = try connection.run(
          "UPDATE shelf \(set: changes), note = 'new' WHERE number > \(.integer(1))")
        let rows = try connection.rows("SELECT words, note, weight FROM shelf ORDER BY number") {
          "\($0.text(0)) \($0.text(1)) \($0.integer(2))"
        }
        return [String(changed)] + rows
      }
      #expect(found == ["2", "a  0", "b new 9", "b new 9"])
    }
  }

  @Test("It may run inside its own rows", arguments: DatabaseDriver.all)
  func composedNested(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.shelf]) { database in
      let pairs = try await database.write { connection in
        try Self.fill(connection)
        return try connection.rows(Self.find(words: "a", from: nil)) { outer in
          try connection.first(Self.find(words: "a", from: Int(outer.integer(0) + 1))) {
            $0.integer(0)
          } ?? 0
        }
      }
      #expect(pairs == [3, 0])
    }
  }

  @Test("Numbers of its own beside values are refused", arguments: DatabaseDriver.all)
  func mixed(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.shelf]) { database in
      let error = await #expect(throws: DatabaseError.self) {
        try await database.read { connection in
          try connection.rows("SELECT 1 FROM shelf WHERE number = $1 OR number = \(.integer(1))") {
            $0.integer(0)
          }
        }
      }
      guard case .misuse = error else { throw DatabaseTests.Refusal() }
    }
  }

  @Test("A prepared statement is found again by any values, and by no other text")
  func form() throws {
    let sql = Self.find(words: "a", from: 1)
    #expect(
      try sql.text()
        == "SELECT number, words FROM shelf WHERE 1 = 1 AND words = $1 AND number >= $2 "
        + "ORDER BY number")
    #expect(sql.form == Self.find(words: "b", from: 2).form)
    #expect(sql.form.hashValue == Self.find(words: "b", from: 2).form.hashValue)
    #expect(sql.form != Self.find(words: "a", from: nil).form)
    #expect(Self.find(words: "a", from: nil).form != Self.find(words: nil, from: 1).form)
  }
}
