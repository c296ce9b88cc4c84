import BeckonDatabase
import BeckonModel
import Testing

extension DatabaseTests {
  private static let values: StaticString = """
    CREATE TABLE values_ (
      id BIGINT PRIMARY KEY, whole BIGINT, real DOUBLE PRECISION, words TEXT, uuid UUID)
    """

  @Test("Each type of value comes back as it was", arguments: DatabaseDriver.all)
  func roundTrip(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.values]) { database in
      let long = String(repeating: "şeker ", count: 50_000)
      let texts = ["", "a", "007", "1e5", "İzmir 🇹🇷", "'; DROP TABLE values_; --", "$1 {x} ?", long]
      let numbers: [Int64] = [0, 1, -1, .min, .max, 1_700_000_000_000, 42, 7]
      let reals: [Double] = [0, -0.5, .greatestFiniteMagnitude, 2, 1e-300, .infinity, 0.1, 3]
      for (index, text) in texts.enumerated() {
        let uuid = Identifier(high: UInt64(index), low: .max - UInt64(index))
        let row: [DatabaseValue] = [
          .integer(Int64(index)), .integer(numbers[index]), .real(reals[index]), .text(text),
          .identifier(uuid),
        ]
        let back = try await database.write { connection -> [DatabaseValue]? in
          try connection.run("INSERT INTO values_ VALUES ($1, $2, $3, $4, $5)", row)
          return try connection.first(
            "SELECT id, whole, real, words, uuid FROM values_ WHERE id = $1 AND words = $2",
            [row[0], row[3]]
          ) {
            [
              .integer($0.integer(0)), .integer($0.integer(1)), .real($0.real(2)),
              .text($0.text(3)), .identifier($0.identifier(4)),
            ]
          }
        }
        #expect(back == row)
      }
    }
  }

  @Test("NULL reads as nil, or as zero or nothing", arguments: DatabaseDriver.all)
  func null(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.values]) { database in
      try await database.write { connection in
        try connection.run(
          "INSERT INTO values_ VALUES ($1, $2, $3, $4, $5)",
          [.integer(1), .null, .null, .null, .null])
        _ = try connection.rows("SELECT whole, real, words, uuid FROM values_", []) { row in
          #expect((0..<4).allSatisfy { row.isNull($0) })
          #expect(row.integer(0) == 0 && row.real(1) == 0 && row.text(2) == "")
          #expect(row.identifier(3) == Identifier(high: 0, low: 0))
          #expect(row.optionalText(2) == nil && row.optionalID(3, AppID.self) == nil)
        }
      }
    }
  }

  @Test("What no column can hold is refused", arguments: DatabaseDriver.all)
  func refusedValues(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.values]) { database in
      for (words, real) in [("a\0b", 1.0), ("a", Double.nan)] {
        let error = await #expect(throws: DatabaseError.self) {
          try await database.write {
            try $0.run(
              "INSERT INTO values_ VALUES (1, 1, $1, $2, NULL)", [.real(real), .text(words)])
          }
        }
        guard case .misuse = error else { throw Refusal() }
      }
    }
  }

  @Test("Ids sort by their bits", arguments: DatabaseDriver.all)
  func identifierOrder(_ driver: DatabaseDriver) async throws {
    let ids: StaticString = "CREATE TABLE ids (id UUID PRIMARY KEY) {clustered}"
    try await driver.with([ids]) { database in
      let sorted = [(0, 1), (0, UInt64.max), (1, 0), (UInt64(1) << 63, 0), (.max, .max)]
        .map { Identifier(high: $0.0, low: $0.1) }
      let back = try await database.write { connection in
        for id in sorted.reversed() {
          try connection.run("INSERT INTO ids (id) VALUES ($1)", [.identifier(id)])
        }
        return try connection.rows("SELECT id FROM ids ORDER BY id", []) { $0.identifier(0) }
      }
      #expect(back == sorted)
    }
  }
}
