import BeckonDatabase
import BeckonModel
import Testing

extension DatabaseTests {
  private static let things: StaticString = """
    CREATE TABLE things (
      app BIGINT NOT NULL, id UUID NOT NULL, words TEXT, size DOUBLE PRECISION,
      PRIMARY KEY (app, id))
    """
  private static let insertion = Insertion(
    "things", key: [.integer("app"), .identifier("id")], [.text("words"), .real("size")])

  private static func thing(_ number: UInt64, _ words: String?) -> [DatabaseValue] {
    [
      .integer(1), .identifier(Identifier(high: 0, low: number)), .text(words),
      words == nil ? .null : .real(Double(number) / 2),
    ]
  }

  private static func things(_ database: any Database) async throws -> [String] {
    try await database.read { connection in
      try connection.rows("SELECT id, words, size FROM things ORDER BY id", []) {
        "\($0.identifier(0).low) \($0.optionalText(1) ?? "-") \($0.isNull(2) ? "-" : "\($0.real(2))")"
      }
    }
  }

  @Test("Many rows go in with one call, and come back", arguments: DatabaseDriver.all)
  func insertion(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.things]) { database in
      try await database.write { connection in
        try connection.insert([], by: Self.insertion)
        try connection.insert(
          [Self.thing(1, "a"), Self.thing(2, nil), Self.thing(3, ""), Self.thing(4, "ş{}\"\\,")],
          by: Self.insertion)
      }
      #expect(try await Self.things(database) == ["1 a 0.5", "2 - -", "3  1.5", "4 ş{}\"\\, 2.0"])
    }
  }

  @Test("Each row of an insertion is said to be new or not", arguments: DatabaseDriver.all)
  func insertNew(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.things]) { database in
      let answers = try await database.write { connection in
        try [
          connection.insertNew([], by: Self.insertion),
          connection.insertNew(
            [Self.thing(1, "a"), Self.thing(2, "b"), Self.thing(1, "c")], by: Self.insertion),
          connection.insertNew(
            [Self.thing(3, "d"), Self.thing(2, "e"), Self.thing(3, "f")], by: Self.insertion),
        ]
      }
      #expect(answers == [[], [true, true, false], [true, false, false]])
      #expect(try await Self.things(database) == ["1 a 0.5", "2 b 1.0", "3 d 1.5"])
    }
  }

  @Test("An insertion that fails leaves nothing and harms no other", arguments: DatabaseDriver.all)
  func failingInsertion(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.things]) { database in
      let stored = await Self.answered(0..<50) { number in
        try await database.write { connection in
          var rows = [Self.thing(UInt64(number), "x")]
          if number % 5 == 2 { rows.append(rows[0]) }
          try connection.insert(rows, by: Self.insertion)
        }
      }
      #expect(stored == (0..<50).filter { $0 % 5 != 2 })
      let found = try await Self.things(database)
      #expect(found.count == 40)
    }
  }

  @Test("An insertion of wrong shape is a fault of the program", arguments: DatabaseDriver.all)
  func wrongInsertion(_ driver: DatabaseDriver) async throws {
    let keyless = Insertion("things", [.integer("app")])
    let wrong: [@Sendable (any Connection) throws -> Void] = [
      { try $0.insert([[.integer(1)]], by: Self.insertion) },
      { _ = try $0.insertNew([[.integer(1)]], by: keyless) },
      { try $0.insert([Self.thing(1, "a\0b")], by: Self.insertion) },
      { _ = try $0.insertNew([[.integer(1)]], by: Insertion("nowhere", key: [.integer("a")])) },
    ]
    try await driver.with([Self.things]) { database in
      for body in wrong {
        let error = await #expect(throws: DatabaseError.self) { try await database.write(body) }
        guard case .misuse = error else { throw Refusal() }
      }
      #expect(try await Self.things(database) == [])
    }
  }

  @Test("A sent statement takes effect before the next one", arguments: DatabaseDriver.all)
  func sending(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      let seen = try await database.write { connection in
        for number in 0..<600 {
          try connection.send(
            "INSERT INTO numbers (value) VALUES ($1)", [.integer(Int64(number))])
        }
        return try connection.first("SELECT COUNT(*) FROM numbers", []) { $0.integer(0) }
      }
      #expect(seen == 600)
      let found = try await Self.numbers(database)
      #expect(found.count == 600)
    }
  }

  @Test("A write that only sends is stored, each time", arguments: DatabaseDriver.all)
  func onlySending(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      for number in 0..<5 {
        try await database.write { connection in
          try connection.send(
            "INSERT INTO numbers (value) VALUES ($1)", [.integer(Int64(number))])
        }
      }
      #expect(try await Self.numbers(database) == [0, 1, 2, 3, 4])
    }
  }

  @Test("A sent statement that fails, fails its write only", arguments: DatabaseDriver.all)
  func failingSends(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      try await database.write { try Self.insert(-1, $0) }
      let stored = await Self.answered(0..<60) { number in
        try await database.write { connection in
          for value in [number, number % 4 == 1 ? -1 : 1_000 + number] {
            try connection.send(
              "INSERT INTO numbers (value) VALUES ($1)", [.integer(Int64(value))])
          }
        }
      }
      let wanted = (0..<60).filter { $0 % 4 != 1 }
      #expect(stored == wanted)
      let found = try await Self.numbers(database)
      #expect(found == [-1] + wanted + wanted.map { 1_000 + $0 })
    }
  }
}
