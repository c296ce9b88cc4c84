import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonSQLite
import BeckonStore
import Foundation
import Testing

/// A copy of a database that goes on being written to.
@Suite struct BackupTests {
  /// Pays rewards, one transaction each, while `body` runs.
  /// - Returns: how many were paid.
  private func paying(
    _ database: any Database, _ body: () async throws -> Void
  ) async throws -> Int {
    let isOver = Locked(false)
    async let paid: Int = {
      var count = 0
      while !isOver.withLock({ $0 }) {
        let number = 1_000_000 + count
        try await database.write { try Story.pay($0, number, .system) }
        count += 1
      }
      return count
    }()
    do {
      try await body()
    } catch {
      isOver.withLock { $0 = true }
      _ = try? await paid
      throw error
    }
    isOver.withLock { $0 = true }
    return try await paid
  }

  @Test("A copy made under load is one moment's state", arguments: Route.all)
  func rowByRow(_ route: Route) async throws {
    try await route.from.with([]) { source in
      try await Story.fill(source, facts: 4_000, clicks: 10, rolledUp: 5)
      try await route.to.with([]) { target in
        try await target.write {
          _ = try Migrator.migrate($0, migrations: Migration.all, now: Story.start)
        }
        let paid = try await paying(source) {
          let copier = Copier(.beckon, from: source, to: target, now: Story.start)
          let copied = try await copier.run()
          let verification = try await copier.verify(copied, seed: 1, isServing: true)
          #expect(verification.problems == [])
        }
        #expect(paid > 0)
        try await expectWhole(target, atMost: 80 + paid)
      }
    }
  }

  @Test("SQLite's file copied under load is one moment's state, and all of it is in one file")
  func file() async throws {
    let directory = try TemporaryDirectory()
    let source = try DatabaseDriver.sqlite.open(directory)
    let sqlite = try #require(source as? SQLiteDatabase)
    let path = directory.file("backup.db")
    try await Story.fill(source, facts: 4_000, clicks: 10, rolledUp: 5)
    let paid = try await paying(source) { try await sqlite.copy(to: path) }
    #expect(paid > 0)
    let backup = try SQLiteDatabase(.init(path: path))
    #expect(try await backup.integrityProblems() == [])
    try await expectWhole(backup, atMost: 80 + paid)
    await #expect(throws: DatabaseError.self) { try await sqlite.copy(to: path) }
    await #expect(throws: DatabaseError.self) { try await SQLiteDatabase.gather(into: path) }
    await backup.close()
    try await SQLiteDatabase.gather(into: path)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    #expect(
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    await source.close()
  }

  /// Each reward is there with its referral, its person and its balance, or nothing of it.
  private func expectWhole(_ database: any Database, atMost rewards: Int) async throws {
    let ledger = try await database.read { try LedgerCheck($0) }
    #expect(ledger.problems == [])
    let counts = try await database.read { connection in
      try connection.first(
        """
        SELECT (SELECT COUNT(*) FROM transfers), (SELECT COUNT(*) FROM referrals),
          (SELECT COUNT(*) FROM people), (SELECT COUNT(*) FROM identities)
        """, []
      ) { row in (0..<4).map { Int(row.integer($0)) } }
    }
    let count = try #require(counts?.first)
    #expect(counts == [count, count, count, count])
    #expect((80...rewards).contains(count))
  }
}
