import BeckonDatabase
import BeckonSQLite
import Testing

@Suite struct GatheredLogTests {
  private static let text = String(repeating: "x", count: 3_000)

  /// Room for a few pages only, so that pages leave the memory in the middle of a transaction.
  private static func settings(_ directory: TemporaryDirectory) -> SQLiteSettings {
    var settings = SQLiteSettings(path: directory.file("beckon.db"))
    settings.writerCacheBytes = 64 << 10
    settings.checkpointPages = 100
    return settings
  }

  private static func insert(_ numbers: Range<Int>, _ connection: any Connection) throws {
    for number in numbers {
      try connection.run(
        "INSERT INTO texts (number, text) VALUES ($1, $2)", [.integer(number), .text(text)])
    }
  }

  private static func bytes(_ connection: any Connection) throws -> Int64? {
    try connection.first("SELECT SUM(LENGTH(text)) FROM texts", []) { $0.integer(0) }
  }

  @Test("A transaction larger than the memory reads what it wrote, and so does everybody after it")
  func spilling() async throws {
    let directory = try TemporaryDirectory()
    let database = try SQLiteDatabase(Self.settings(directory))
    try await database.write {
      try $0.run("CREATE TABLE texts (number BIGINT PRIMARY KEY, text TEXT NOT NULL)", [])
    }
    for round in 1...3 {
      let inside = try await database.write { connection in
        try Self.insert((round - 1) * 400..<round * 400, connection)
        return try Self.bytes(connection)
      }
      #expect(inside == Int64(round * 400 * 3_000))
      #expect(try await database.read(Self.bytes) == inside)
    }
    let other = try SQLiteDatabase(Self.settings(directory))
    #expect(try await other.read(Self.bytes) == 3_600_000)
    #expect(try await other.integrityProblems() == [])
    await other.close()
    await database.close()
  }

  @Test("What is taken back is not there, however much of it was written")
  func takingBack() async throws {
    let directory = try TemporaryDirectory()
    let database = try SQLiteDatabase(Self.settings(directory))
    try await database.write { connection in
      try connection.run("CREATE TABLE texts (number BIGINT PRIMARY KEY, text TEXT NOT NULL)", [])
      try Self.insert(0..<10, connection)
    }
    await #expect(throws: DatabaseTests.Refusal.self) {
      try await database.write { connection in
        try Self.insert(10..<1_000, connection)
        throw DatabaseTests.Refusal()
      }
    }
    #expect(try await database.read(Self.bytes) == 30_000)
    try await database.write { try Self.insert(10..<20, $0) }
    await database.close()
    let again = try SQLiteDatabase(Self.settings(directory))
    #expect(try await again.read(Self.bytes) == 60_000)
    #expect(try await again.integrityProblems() == [])
    await again.close()
  }
}
