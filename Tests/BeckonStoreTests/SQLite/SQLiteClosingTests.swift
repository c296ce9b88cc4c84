import BeckonDatabase
import BeckonSQLite
import Foundation
import Testing

@Suite struct SQLiteClosingTests {
  @Test("A database with several readers that is closed leaves the one file, and no log")
  func oneFile() async throws {
    let directory = try TemporaryDirectory()
    var settings = SQLiteSettings(path: directory.file("beckon.db"))
    settings.readers = 4
    for round in 0..<50 {
      let database = try SQLiteDatabase(settings)
      try await database.write { connection in
        try connection.run("CREATE TABLE IF NOT EXISTS words (word TEXT NOT NULL)")
        try connection.run("INSERT INTO words (word) VALUES ('a')")
      }
      let counts = try await withThrowingTaskGroup(of: Int64?.self) { group in
        for _ in 0..<4 {
          group.addTask {
            try await database.read { connection in
              try connection.first("SELECT COUNT(*) FROM words", []) { $0.integer(0) }
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      await database.close()
      #expect(counts == [Int64?](repeating: Int64(round + 1), count: 4))
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(files == ["beckon.db"])
    }
  }
}
