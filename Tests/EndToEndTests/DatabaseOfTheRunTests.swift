import BeckonDatabase
import BeckonModel
import BeckonStore
import TestDatabases
import TestPrograms
import Testing

/// `script/test` looks for this one, so that a run that was to be on PostgreSQL cannot be on a
/// file, or on nothing.
@Suite struct DatabaseOfTheRunTests {
  @Test(
    "The end-to-end tests run on PostgreSQL",
    .enabled(if: TestDatabase.isPostgres, "BECKON_TEST_DATABASE is not 'postgres'"))
  func postgres() async throws {
    let folder = try TemporaryFolder()
    let server = try await RunningServer(folder)
    #expect(server.ready["database"] == "postgres")
    let database = try TestDatabase.open(folder.database())
    let version = try await database.read { connection in
      try connection.first("SELECT version()", []) { $0.text(0) }
    }
    #expect(version?.hasPrefix("PostgreSQL ") == true)
    await database.close()
    #expect(await server.stop() == 0)
  }
}
