import Foundation
import TestDatabases
import TestPrograms
import Testing

/// Two servers on one SQLite file would give wrong answers: each keeps in memory what the other
/// changes, and both would send what is to be sent once.
@Suite(.enabled(if: !TestDatabase.isPostgres, "any number of servers share a PostgreSQL"))
struct ServerLockTests {
  private static func serve(_ path: String) async throws -> BeckonProgram.Finished {
    try await BeckonProgram.run(
      "serve", "--listen", "127.0.0.1:0", "--database", "sqlite:" + path)
  }

  @Test("A second server on one file says so and stops, whatever the file is called there")
  func second() async throws {
    let folder = try TemporaryFolder()
    let server = try await RunningServer(folder, database: "sqlite:" + folder.file("a.db"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("b.db"), withDestinationPath: folder.file("a.db"))
    for name in ["a.db", "b.db"] {
      let refused = try await Self.serve(folder.file(name))
      #expect(refused.status == 1)
      #expect(refused.output.isEmpty)
      #expect(refused.errors.contains("another server (process \(server.processID))"))
      #expect(refused.errors.contains("beckon copy"), "\(refused.errors)")
    }
    let other = try await RunningServer(folder, database: "sqlite:" + folder.file("c.db"))
    #expect(await other.stop() == 0)
    // What does not serve may use the file meanwhile.
    let made = try await BeckonProgram.run(
      "app", "create", "--name", "Shop", "--database", "sqlite:" + folder.file("a.db"))
    #expect(made.status == 0, "\(made.errors)")
    #expect(await server.stop() == 0)
  }

  @Test("A server that was killed leaves nothing that keeps the next one out")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let database = "sqlite:" + folder.file("a.db")
    let server = try await RunningServer(folder, database: database)
    server.signal(SIGKILL)
    _ = await server.ending()
    let next = try await RunningServer(folder, database: database)
    #expect(await next.stop() == 0)
  }
}
