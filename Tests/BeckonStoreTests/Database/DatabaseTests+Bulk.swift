import BeckonDatabase
import BeckonModel
import Testing

extension DatabaseTests {
  private static let stock: StaticString = """
    CREATE TABLE stock (
      app BIGINT NOT NULL, id UUID NOT NULL, words TEXT, count BIGINT NOT NULL,
      PRIMARY KEY (app, id))
    """
  private static let add = BulkStatement(
    """
    INSERT INTO stock (app, id, words, count) SELECT $1, $2, $3, $4 {each} WHERE true
    ON CONFLICT (app, id) DO UPDATE SET count = stock.count + excluded.count
    WHERE stock.count <= 100 - excluded.count
    """, [.integer("app"), .identifier("id"), .text("words"), .integer("count")])
  private static let rename = BulkStatement(
    "UPDATE stock SET words = $3 {each} WHERE app = $1 AND id = $2",
    [.integer("app"), .identifier("id"), .text("words")])
  private static let find = BulkStatement(
    """
    SELECT id, words, (SELECT COUNT(*) FROM stock AS other WHERE other.app = $1), NULL, NULL
    FROM stock WHERE app = $1 AND id = $2
    """, [.integer("app"), .identifier("id")])

  private static func key(_ number: UInt64) -> [DatabaseValue] {
    [.integer(1), .identifier(Identifier(high: 0, low: number))]
  }

  @Test("One statement is run for many rows of parameters", arguments: DatabaseDriver.all)
  func bulk(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.stock]) { database in
      let counts = try await database.write { connection -> [Int] in
        let all = (1...5).map { Self.key($0) + [.text("a"), .integer(60)] }
        let some = [1, 6].map { Self.key($0) + [.text(nil), .integer(50)] }
        try connection.send(Self.rename, for: [])
        return [
          try connection.run(Self.add, for: all), try connection.run(Self.add, for: some),
          try connection.run(Self.rename, for: [2, 3, 9].map { Self.key($0) + [.text("b'$1")] }),
          try connection.run(Self.add, for: []),
        ]
      }
      // The second time 110 would be too many of the first.
      #expect(counts == [5, 1, 2, 0])
      let found = try await database.read { connection in
        try connection.rows(Self.find, for: [1, 3, 6, 7].map(Self.key)) {
          "\($0.identifier(0).low) \($0.optionalText(1) ?? "-") \($0.integer(2)) \($0.isNull(4))"
        }
      }
      #expect(found.sorted() == ["1 a 6 true", "3 b'$1 6 true", "6 - 6 true"])
    }
  }

  @Test("A row with too few parameters is refused", arguments: DatabaseDriver.all)
  func bulkMisuse(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.stock]) { database in
      await #expect(throws: DatabaseError.self) {
        try await database.write { try $0.run(Self.rename, for: [Self.key(1)]) }
      }
    }
  }
}
