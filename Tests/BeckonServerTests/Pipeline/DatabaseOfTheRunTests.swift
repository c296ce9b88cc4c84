import BeckonDatabase
import BeckonStore
import TestDatabases
import Testing

/// `script/test` looks for this one, so that a run that was to be on PostgreSQL cannot be on a
/// file, or on nothing.
@Suite struct DatabaseOfTheRunTests {
  @Test(
    "The server's tests run on PostgreSQL",
    .enabled(if: TestDatabase.isPostgres, "BECKON_TEST_DATABASE is not 'postgres'"))
  func postgres() async throws {
    try await TestServer.run { server in
      let version = try await server.database.read { connection in
        try connection.first("SELECT version()", []) { $0.text(0) }
      }
      #expect(version?.hasPrefix("PostgreSQL ") == true)
    }
  }
}
