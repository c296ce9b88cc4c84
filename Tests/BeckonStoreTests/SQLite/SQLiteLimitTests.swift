import BeckonBasics
import BeckonDatabase
import BeckonSQLite
import Testing

@Suite struct SQLiteLimitTests {
  private static func settings(
    _ directory: TemporaryDirectory, _ change: (inout SQLiteSettings) -> Void
  ) -> SQLiteSettings {
    var settings = SQLiteSettings(path: directory.file("beckon.db"))
    change(&settings)
    return settings
  }

  @Test("A write waits for another program's transaction")
  func waitsForOthers() async throws {
    let directory = try TemporaryDirectory()
    let ours = try SQLiteDatabase(Self.settings(directory) { _ in })
    let theirs = try SQLiteDatabase(Self.settings(directory) { _ in })
    try await ours.write { try $0.run(DatabaseTests.numbers, []) }
    let gate = Gate()
    async let held: Void = theirs.write { connection in
      try DatabaseTests.insert(1, connection)
      gate.wait()
    }
    await gate.arrival()
    async let waiting: Void = ours.write { try DatabaseTests.insert(2, $0) }
    gate.open()
    try await waiting
    try await held
    #expect(try await DatabaseTests.numbers(ours) == [1, 2])
    await theirs.close()
    await ours.close()
  }

  @Test("Another program that keeps the lock makes writes unavailable, and reads go on")
  func giving() async throws {
    let directory = try TemporaryDirectory()
    let ours = try SQLiteDatabase(Self.settings(directory) { $0.busyTimeoutMilliseconds = 20 })
    let theirs = try SQLiteDatabase(Self.settings(directory) { _ in })
    try await ours.write { try $0.run(DatabaseTests.numbers, []) }
    let gate = Gate()
    async let held: Void = theirs.write { connection in
      try DatabaseTests.insert(1, connection)
      gate.wait()
    }
    await gate.arrival()
    let error = await #expect(throws: DatabaseError.self) {
      try await ours.write { try DatabaseTests.insert(2, $0) }
    }
    guard case .unavailable = error else { throw DatabaseTests.Refusal() }
    #expect(try await DatabaseTests.numbers(ours) == [])
    gate.open()
    try await held
    try await ours.write { try DatabaseTests.insert(3, $0) }
    #expect(try await DatabaseTests.numbers(ours) == [1, 3])
    await theirs.close()
    await ours.close()
  }

  @Test("Calls beyond the number that may wait are refused at once")
  func waitingMax() async throws {
    let directory = try TemporaryDirectory()
    let database = try SQLiteDatabase(
      Self.settings(directory) {
        $0.writesWaitingMax = 1
        $0.readsWaitingMax = 1
      })
    try await database.write { try $0.run(DatabaseTests.numbers, []) }
    let gate = Gate()
    async let write: Void = database.write { _ in gate.wait() }
    await gate.arrival()
    var error = await #expect(throws: DatabaseError.self) {
      try await database.write { try DatabaseTests.insert(1, $0) }
    }
    guard case .unavailable = error else { throw DatabaseTests.Refusal() }
    async let read: Void = database.read { _ in gate.wait() }
    await gate.arrival()
    error = await #expect(throws: DatabaseError.self) {
      try await DatabaseTests.numbers(database)
    }
    guard case .unavailable = error else { throw DatabaseTests.Refusal() }
    gate.open()
    try await write
    try await read
    try await database.write { try DatabaseTests.insert(2, $0) }
    #expect(try await DatabaseTests.numbers(database) == [2])
    await database.close()
  }

  @Test(
    "A write beyond the bounds of a transaction gets one of its own",
    arguments: [(writesMax: 1, milliseconds: 20), (writesMax: 1_024, milliseconds: 0)])
  func bounds(_ writesMax: Int, _ milliseconds: Int) async throws {
    let directory = try TemporaryDirectory()
    let database = try SQLiteDatabase(
      Self.settings(directory) {
        $0.batchWritesMax = writesMax
        $0.batchMillisecondsMax = milliseconds
      })
    try await database.write { try $0.run(DatabaseTests.numbers, []) }
    let gate = Gate()
    let runs = Locked(0)
    async let first: Void = database.write { connection in
      runs.withLock { $0 += 1 }
      try DatabaseTests.insert(1, connection)
      gate.wait()
    }
    await gate.arrival()
    let second = Task {
      try await database.write { connection in
        try DatabaseTests.insert(2, connection)
        throw DatabaseTests.Refusal()
      }
    }
    gate.open()
    try await first
    await #expect(throws: DatabaseTests.Refusal()) { try await second.value }
    // In one transaction, the second's failure would have made the first run again.
    #expect(runs.withLock { $0 } == 1)
    await database.close()
  }

  @Test("Checkpoints do not look like another program's commits")
  func checkpoints() async throws {
    let directory = try TemporaryDirectory()
    let database = try SQLiteDatabase(Self.settings(directory) { $0.checkpointPages = 2 })
    try await database.write { try $0.run(DatabaseTests.numbers, []) }
    let before = try await database.outsideChanges()
    for number in 0..<50 {
      try await database.write { try DatabaseTests.insert(number, $0) }
      _ = try await DatabaseTests.numbers(database)
    }
    let after = try await database.outsideChanges()
    #expect(after == before)
    await database.close()
  }
}
