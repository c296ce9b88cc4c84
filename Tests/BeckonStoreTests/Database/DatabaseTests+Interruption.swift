import BeckonDatabase
import Testing

extension DatabaseTests {
  /// Never comes to its end by itself.
  private static let endless: StaticString = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT COUNT(*) FROM n
    """

  @Test(
    "Reads for which nobody waits any more are broken off, and their threads serve others",
    arguments: DatabaseDriver.all)
  func brokenOff(_ driver: DatabaseDriver) async throws {
    try await driver.with([Self.numbers]) { database in
      let gate = Gate()
      // More than there are threads: some run, the others wait.
      let readings = (0..<10).map { _ in
        Task {
          try await database.read { connection in
            gate.wait()
            return try connection.first(Self.endless, []) { $0.integer(0) }
          }
        }
      }
      await gate.arrival()
      gate.open()
      for reading in readings { reading.cancel() }
      for reading in readings {
        await #expect(throws: DatabaseError.self) { _ = try await reading.value }
      }
      let left = try await Self.numbers(database)
      #expect(left == [])
    }
  }
}
