import BeckonDatabase
import BeckonModel
import BeckonStore
import Foundation
import TestDatabases
import TestPrograms
import Testing

@Suite struct UnreadableDatabaseTests {
  @Test("A port in use is said plainly, with a way out")
  func portInUse() async throws {
    let folder = try TemporaryFolder()
    let server = try await RunningServer(folder)
    let second = try await BeckonProgram.run(
      "serve", "--listen", "127.0.0.1:\(server.port)", "--database", folder.database("other.db"))
    #expect(second.status == 1)
    #expect(second.output.isEmpty)
    #expect(second.errors.contains("port \(server.port) of 127.0.0.1 is in use"))
    #expect(second.errors.contains("Try:   "))
    #expect(await server.stop() == 0)
  }

  @Test(
    "A database that cannot be opened is said plainly, by every command",
    .enabled(if: !TestDatabase.isPostgres, "is about SQLite's file"))
  func unreadable() async throws {
    let folder = try TemporaryFolder()
    let letter = folder.file("letter.txt")
    try Data(repeating: 65, count: 8_192).write(to: URL(fileURLWithPath: letter))
    let cases = [
      (folder.path, "is a directory"), (letter, "is not a SQLite database"),
      (folder.file("missing/beckon.db"), "make its directory first"),
      // Nobody may write there, not even root.
      ("/proc/beckon.db", "/proc/beckon.db cannot be opened"),
    ]
    for (path, words) in cases {
      for command in ["serve", "migrate"] {
        let result = try await BeckonProgram.run(command, "--database", "sqlite:\(path)")
        #expect(result.status == 1, "\(command) \(path)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.errors.contains("Try:   "))
        #expect(result.output.isEmpty)
      }
    }
  }

  @Test(
    "Without the right to read the file", .enabled(if: getuid() != 0, "root may read all"),
    .enabled(if: !TestDatabase.isPostgres, "is about SQLite's file"))
  func forbidden() async throws {
    let folder = try TemporaryFolder()
    _ = try await AppKeys(folder)
    chmod(folder.file("beckon.db"), 0)
    let result = try await BeckonProgram.run("serve", "--database", folder.database())
    #expect(result.status == 1)
    #expect(result.errors.contains("give this user the right"))
  }

  @Test("A database of a newer program is left alone")
  func newer() async throws {
    let folder = try TemporaryFolder()
    _ = try await AppKeys(folder)
    let database = try TestDatabase.open(folder.database())
    try await database.write {
      try $0.run(
        """
        INSERT INTO migrations (number, name, oldest_compatible, applied_at)
        VALUES (999, 'future', 999, 0)
        """)
    }
    await database.close()
    for command in ["serve", "migrate"] {
      let result = try await BeckonProgram.run(command, "--database", folder.database())
      #expect(result.status == 1)
      #expect(result.errors.contains("the database is newer than this program (schema 999"))
    }
    let doctor = try await BeckonProgram.run("doctor", "--json", "--database", folder.database())
    #expect(doctor.status == 1)
    let schema = doctor.json?.elements?.first { $0["check"] == "schema" }
    #expect(schema?["verdict"] == "fail")
  }

  @Test("Migrating again does nothing")
  func migrateTwice() async throws {
    let folder = try TemporaryFolder()
    let first = try await BeckonProgram.run("migrate", "--json", "--database", folder.database())
    #expect(first.json?["applied"]?.elements?.isEmpty == false)
    let second = try await BeckonProgram.run("migrate", "--json", "--database", folder.database())
    #expect(second.status == 0)
    #expect(second.json?["applied"] == [])
  }
}
