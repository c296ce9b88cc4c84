import BeckonDatabase
import BeckonSQLite
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct SQLiteFullTests {
  private static let papers: StaticString =
    "CREATE TABLE papers (id BIGINT PRIMARY KEY, words TEXT NOT NULL)"

  private static func add(_ id: Int, bytes: Int, _ connection: any Connection) throws {
    try connection.run(
      "INSERT INTO papers (id, words) VALUES ($1, $2)",
      [.integer(Int64(id)), .text(String(repeating: "x", count: bytes))])
  }

  /// Writes until the database is full, and gives how many writes were answered.
  private static func fill(_ database: SQLiteDatabase) async throws -> Int {
    for id in 0..<1_000 {
      do {
        try await database.write { try add(id, bytes: 20_000, $0) }
      } catch DatabaseError.full {
        return id
      }
    }
    return 1_000
  }

  private static func ids(_ database: SQLiteDatabase) async throws -> [Int] {
    try await database.read { connection in
      try connection.rows("SELECT id FROM papers ORDER BY id", []) { Int($0.integer(0)) }
    }
  }

  @Test("At the quota writes fail as full, what was answered stays, and deleting makes room")
  func quota() async throws {
    let directory = try TemporaryDirectory()
    var settings = SQLiteSettings(path: directory.file("beckon.db"))
    settings.fileBytesMax = 400_000
    let database = try SQLiteDatabase(settings)
    try await database.write { try $0.run(Self.papers, []) }
    let count = try await Self.fill(database)
    #expect((5..<30).contains(count))
    #expect(try await Self.ids(database) == Array(0..<count))
    try await database.write { try $0.run("DELETE FROM papers WHERE id < 3") }
    try await database.write { try Self.add(0, bytes: 20_000, $0) }
    #expect(try await Self.ids(database) == [0] + Array(3..<count))
    await database.close()
  }

  @Test("A write that is too big for the disk does not take its neighbours along")
  func neighbours() async throws {
    let directory = try TemporaryDirectory()
    var settings = SQLiteSettings(path: directory.file("beckon.db"))
    settings.fileBytesMax = 400_000
    let database = try SQLiteDatabase(settings)
    try await database.write { try $0.run(Self.papers, []) }
    let gate = Gate()
    async let first: Void = database.write { _ in gate.wait() }
    await gate.arrival()
    async let stored = DatabaseTests.answered(0..<20) { id in
      try await database.write { try Self.add(id, bytes: id == 10 ? 1_000_000 : 10, $0) }
    }
    gate.open()
    _ = try? await first
    let wanted = (0..<20).filter { $0 != 10 }
    #expect(await stored == wanted)
    #expect(try await Self.ids(database) == wanted)
    await database.close()
  }

  @Test("A body that hides a full disk stores nothing, and is told")
  func hidden() async throws {
    let directory = try TemporaryDirectory()
    var settings = SQLiteSettings(path: directory.file("beckon.db"))
    settings.fileBytesMax = 400_000
    let database = try SQLiteDatabase(settings)
    try await database.write { try $0.run(Self.papers, []) }
    await #expect(throws: DatabaseError.full) {
      try await database.write { connection in
        try Self.add(1, bytes: 10, connection)
        try? Self.add(2, bytes: 1_000_000, connection)
        try? Self.add(3, bytes: 10, connection)
      }
    }
    #expect(try await Self.ids(database) == [])
    await database.close()
  }

  #if canImport(Glibc)
    @Test("On a full disk writes fail as full until there is room again")
    func disk() async throws {
      let directory = try TemporaryDirectory()
      guard mount("tmpfs", directory.path, "tmpfs", 0, "size=1m") == 0 else {
        return  // Only root may; the quota above shows the same error.
      }
      defer { umount2(directory.path, Int32(MNT_DETACH)) }
      let database = try SQLiteDatabase(.init(path: directory.file("beckon.db")))
      try await database.write { try $0.run(Self.papers, []) }
      let count = try await Self.fill(database)
      #expect((5..<60).contains(count))
      #expect(try await Self.ids(database) == Array(0..<count))
      #expect(mount("tmpfs", directory.path, "tmpfs", UInt(MS_REMOUNT), "size=4m") == 0)
      try await database.write { try Self.add(count, bytes: 20_000, $0) }
      #expect(try await Self.ids(database) == Array(0...count))
      await database.close()
    }
  #endif
}
