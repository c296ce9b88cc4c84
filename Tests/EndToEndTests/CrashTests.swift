import BeckonModel
import Foundation
import TestDatabases
import TestPrograms
import Testing

@Suite(.serialized, .enabled(if: !TestDatabase.isPostgres, "is about SQLite's file"))
struct CrashTests {
  /// `BECKON_TEST_ALL` is for the nights.
  private static let rounds =
    ProcessInfo.processInfo.environment["BECKON_TEST_ALL"] == nil ? "20" : "200"

  @Test("A server that is killed under load, again and again, loses nothing and pays nothing twice")
  func crash() async throws {
    let result = try await BeckonProgram.run(
      "crash", "--rounds", Self.rounds, "--program", try BeckonProgram.url().path,
      name: "beckon-sim")
    // Holds the seed, which repeats it.
    #expect(result.status == 0, "\(result.output)\n\(result.errors)")
    let acknowledged = result.json?["acknowledged"]
    for kind in ["clicks", "events", "installs", "people", "conversions", "redemptions"] {
      #expect((acknowledged?[kind]?.integer ?? 0) > 0, "no \(kind): \(result.output)")
    }
    #expect(result.json?["lost"] == 0)
    #expect(result.json?["doubled"] == 0)
    #expect((result.json?["duplicates_sent"]?.integer ?? 0) > 0)
  }
}
