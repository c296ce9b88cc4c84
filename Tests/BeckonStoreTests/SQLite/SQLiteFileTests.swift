import BeckonBasics
import BeckonDatabase
import BeckonSQLite
import Foundation
import Testing

@Suite struct SQLiteFileTests {
  @Test("A path that cannot be opened is explained")
  func unreadable() throws {
    let directory = try TemporaryDirectory()
    try Data(repeating: 65, count: 8_192).write(
      to: URL(fileURLWithPath: directory.file("letter.txt")))
    var cases = [
      (directory.file("missing/beckon.db"), "make its directory first"),
      (directory.path, "is a directory"),
      (directory.file("letter.txt"), "is not a SQLite database"),
      (directory.file("letter.txt/beckon.db"), "make its directory first"),
      ("", "has no path"),
    ]
    #if os(Linux)
      cases.append(("/sys/beckon.db", "give this user the right to write there"))
    #endif
    for (path, words) in cases {
      let error = #expect(throws: DatabaseError.self) { _ = try SQLiteDatabase(.init(path: path)) }
      guard case .unreadable(let message) = error else {
        Issue.record("\(path): \(String(describing: error))")
        continue
      }
      #expect(message.contains(words))
    }
  }

  @Test("Names that SQLite would read as something else are files")
  func peculiarNames() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("file:a?mode=memory")
    let database = try SQLiteDatabase(.init(path: path))
    await database.close()
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("Damage in the file is told")
  func integrity() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("beckon.db")
    let database = try SQLiteDatabase(.init(path: path))
    try await database.write { connection in
      try connection.run("CREATE TABLE words (word TEXT NOT NULL)")
      for _ in 0..<2_000 {
        try connection.run("INSERT INTO words (word) VALUES ($1)", [.text("a word of some length")])
      }
    }
    #expect(try await database.integrityProblems() == [])
    await database.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // Connections that close in one moment leave it to the next to bring the log into the file.
    for _ in 0..<100 where bytes.count < 6 * 4_096 {
      await (try SQLiteDatabase(.init(path: path))).close()
      bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    }
    try #require(bytes.count >= 6 * 4_096)
    bytes.replaceSubrange(5 * 4_096 + 8..<5 * 4_096 + 200, with: Data(repeating: 0xFF, count: 192))
    try bytes.write(to: URL(fileURLWithPath: path))
    let damaged = try SQLiteDatabase(.init(path: path))
    #expect(try await damaged.integrityProblems().isEmpty == false)
    await damaged.close()
  }

  @Test("Only the owner may read the files")
  func rights() async throws {
    let directory = try TemporaryDirectory()
    let database = try SQLiteDatabase(.init(path: directory.file("beckon.db")))
    try await database.write { try $0.run(DatabaseTests.numbers, []) }
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: directory.file(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    await database.close()
  }

  @Test("Programs that start at the same moment make one database")
  func openedAtOnce() async throws {
    let directory = try TemporaryDirectory()
    let opened = await DatabaseTests.answered(0..<8) { number in
      var settings = SQLiteSettings(path: directory.file("beckon.db"))
      // On a slow machine the file may be taken for longer than a server would wait.
      settings.busyTimeoutMilliseconds = 600_000
      let database = try SQLiteDatabase(settings)
      try await database.write { connection in
        try connection.run("CREATE TABLE IF NOT EXISTS numbers (value BIGINT PRIMARY KEY)")
        try DatabaseTests.insert(number, connection)
      }
      await database.close()
    }
    #expect(opened == Array(0..<8))
    let database = try SQLiteDatabase(.init(path: directory.file("beckon.db")))
    #expect(try await DatabaseTests.numbers(database) == Array(0..<8))
    await database.close()
  }

  @Test("A database that is let go without closing lets its file go")
  func released() async throws {
    let directory = try TemporaryDirectory()
    do {
      let database = try SQLiteDatabase(.init(path: directory.file("beckon.db")))
      try await database.write { try $0.run(DatabaseTests.numbers, []) }
    }
    let next = try SQLiteDatabase(.init(path: directory.file("beckon.db")))
    try await next.write { try DatabaseTests.insert(1, $0) }
    #expect(try await DatabaseTests.numbers(next) == [1])
    await next.close()
  }
}
