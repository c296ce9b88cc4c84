import BeckonBasics
import BeckonDatabase
import Testing

extension DatabaseTests {
  @Test(
    "Of writes at the same time, those that fail leave nothing and harm no other",
    arguments: DatabaseDriver.all)
  func failingWrites(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      let stored = await Self.answered(0..<100) { number in
        try await database.write { connection in
          if number % 10 == 3 { throw Refusal() }
          try Self.insert(number, connection)
          if number % 10 == 7 { throw Refusal() }
        }
      }
      let wanted = (0..<100).filter { $0 % 10 != 3 && $0 % 10 != 7 }
      let found = try await Self.numbers(database)
      #expect(stored == wanted)
      #expect(found == wanted)
    }
  }

  @Test(
    "A batch that is run again answers each write with its last outcome, once",
    arguments: DatabaseDriver.all)
  func batchRunAgain(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      let gate = Gate()
      let runs = Locked(0)
      async let first: Int = database.write { connection in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        try Self.insert(1, connection)
        if run == 1 { gate.wait() }
        return run
      }
      await gate.arrival()
      let second = Task {
        try await database.write { connection in
          try Self.insert(2, connection)
          throw Refusal()
        }
      }
      gate.open()
      await #expect(throws: Refusal()) { try await second.value }
      let lastRun = try await first
      #expect(lastRun == runs.withLock { $0 })
      #expect(try await Self.numbers(database) == [1])
    }
  }

  @Test("A broken rule of the schema is named", arguments: DatabaseDriver.all)
  func constraint(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      try await database.write { try Self.insert(1, $0) }
      let error = await #expect(throws: DatabaseError.self) {
        try await database.write { connection in
          try Self.insert(2, connection)
          try Self.insert(1, connection)
        }
      }
      guard case .constraint(let message) = error else { throw Refusal() }
      #expect(message.contains("numbers"))
      #expect(try await Self.numbers(database) == [1])
    }
  }

  @Test("A rule that is checked at commit fails its own write only", arguments: DatabaseDriver.all)
  func deferredConstraint(_ driver: DatabaseDriver) async throws {
    let children: StaticString = """
      CREATE TABLE children (
        parent BIGINT NOT NULL REFERENCES numbers (value) DEFERRABLE INITIALLY DEFERRED)
      """
    try await driver.with([Self.numbers, children]) { database in
      let gate = Gate()
      async let first: Void = database.write { connection in
        try Self.insert(1, connection)
        if try connection.first("SELECT parent FROM children", [], { _ in true }) == nil {
          gate.wait()
        }
      }
      await gate.arrival()
      let orphan = Task {
        try await database.write {
          try $0.run("INSERT INTO children (parent) VALUES ($1)", [.integer(5)])
        }
      }
      gate.open()
      try await first
      let error = await #expect(throws: DatabaseError.self) { try await orphan.value }
      guard case .constraint = error else { throw Refusal() }
      #expect(try await Self.numbers(database) == [1])
    }
  }

  @Test(
    "A failing write takes its new table back, and its neighbour's rows stay",
    arguments: DatabaseDriver.all)
  func failingSchema(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      await #expect(throws: Refusal()) {
        try await database.write { connection in
          try connection.run("CREATE TABLE half (value BIGINT)")
          throw Refusal()
        }
      }
      try await database.write { connection in
        try connection.run("CREATE TABLE half (value BIGINT)")
        try Self.insert(1, connection)
      }
      #expect(try await Self.numbers(database) == [1])
    }
  }

  @Test("A write tells how many rows it changed", arguments: DatabaseDriver.all)
  func changedRows(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      let counts = try await database.write { connection in
        try [
          connection.run("INSERT INTO numbers (value) VALUES (1), (2), (3)"),
          connection.run("INSERT INTO numbers (value) VALUES (3), (4) ON CONFLICT DO NOTHING"),
          connection.run("UPDATE numbers SET value = value + 10 WHERE value > 2"),
          connection.run("DELETE FROM numbers WHERE value > 100"),
          connection.run("CREATE TABLE others (value BIGINT)"),
          connection.run("INSERT INTO numbers (value) VALUES (5) RETURNING value"),
        ]
      }
      #expect(counts == [3, 1, 2, 0, 0, 1])
    }
  }

  @Test(
    "Another program's commits move the number of outside changes, our own do not",
    arguments: DatabaseDriver.all)
  func outsideChanges(_ driver: DatabaseDriver) async throws {
    let directory = try TemporaryDirectory()
    let ours = try driver.open(directory)
    try await ours.write { try $0.run(Self.numbers, []) }
    let before = try await ours.outsideChanges()
    for number in 0..<50 { try await ours.write { try Self.insert(number, $0) } }
    _ = try? await ours.write { connection in
      try Self.insert(50, connection)
      throw Refusal()
    }
    #expect(try await ours.outsideChanges() == before)

    let theirs = try driver.open(directory)
    try await theirs.write { connection in
      try Self.insert(100, connection)
      try connection.announce()
    }
    let after = try await Self.outsideChanges(ours, from: before)
    #expect(after != before)
    #expect(try await ours.outsideChanges() == after)
    await theirs.close()
    await ours.close()
  }

  /// The number of outside changes once it has moved; the old one when it does not in a second.
  static func outsideChanges(_ database: any Database, from before: Int64) async throws -> Int64 {
    for _ in 0..<100 {
      let now = try await database.outsideChanges()
      if now != before { return now }
      // Sleeps because: the news comes from another process, within a second.
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    return before
  }

  @Test(
    "Closing finishes the writes that wait; later calls are refused",
    arguments: DatabaseDriver.all)
  func closing(_ driver: DatabaseDriver) async throws {
    let directory = try TemporaryDirectory()
    let database = try driver.open(directory)
    try await database.write { try $0.run(Self.numbers, []) }
    let gate = Gate()
    async let slow: Void = database.write { connection in
      try Self.insert(1, connection)
      gate.wait()
    }
    await gate.arrival()
    async let closed: Void = database.close()
    gate.open()
    try await slow
    await closed
    await #expect(throws: DatabaseError.closed) {
      try await database.write { try Self.insert(2, $0) }
    }
    await #expect(throws: DatabaseError.closed) { try await Self.numbers(database) }
    await #expect(throws: DatabaseError.closed) { try await database.outsideChanges() }
    await database.close()

    let again = try driver.open(directory)
    #expect(try await Self.numbers(again) == [1])
    await again.close()
  }

  /// Runs `body` for all numbers at the same time and gives those for which it did not throw.
  static func answered(
    _ numbers: Range<Int>, _ body: @escaping @Sendable (Int) async throws -> Void
  ) async -> [Int] {
    await withTaskGroup(of: Int?.self) { group in
      for number in numbers {
        group.addTask {
          do {
            try await body(number)
            return number
          } catch {
            return nil
          }
        }
      }
      return await group.reduce(into: []) { if let number = $1 { $0.append(number) } }.sorted()
    }
  }
}
