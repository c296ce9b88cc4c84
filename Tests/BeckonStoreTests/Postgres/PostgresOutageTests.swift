#if Postgres
  import BeckonDatabase
  import BeckonBasics
  import BeckonPostgres
  import Foundation
  import TestDatabases
  import Testing

  /// A server that goes away and comes back.
  @Suite struct PostgresOutageTests {
    private static func expectUnavailable(
      _ body: () async throws -> Void, location: SourceLocation = #_sourceLocation
    ) async {
      let error = await #expect(throws: DatabaseError.self, sourceLocation: location) {
        try await body()
      }
      guard case .unavailable = error else {
        Issue.record("\(String(describing: error))", sourceLocation: location)
        return
      }
    }

    @Test("While the server is down calls fail; when it is back they work, and nothing is lost")
    func crash() async throws {
      let cluster = try PostgresCluster("")
      let database = try PostgresDatabase(.init(url: cluster.url()))
      try await database.write { connection in
        try connection.run(DatabaseTests.numbers, [])
        try DatabaseTests.insert(1, connection)
      }
      let before = try await database.outsideChanges()
      try cluster.crash()
      await Self.expectUnavailable { try await database.write { try DatabaseTests.insert(2, $0) } }
      await Self.expectUnavailable { _ = try await DatabaseTests.numbers(database) }
      try cluster.start()
      // Sleeps because: a call that follows a failed one within 0.2 s is not tried.
      try await Task.sleep(nanoseconds: 300_000_000)
      try await database.write { try DatabaseTests.insert(3, $0) }
      #expect(try await DatabaseTests.numbers(database) == [1, 3])
      #expect(try await database.outsideChanges() != before)
      try cluster.crash()
      try cluster.start()
      // The first call after a restart that nobody noticed.
      try await database.write { try DatabaseTests.insert(4, $0) }
      #expect(try await DatabaseTests.numbers(database) == [1, 3, 4])
      await database.close()
    }

    @Test("A write whose connection is lost before the commit is run again")
    func lostConnection() async throws {
      let directory = try TemporaryDirectory()
      let database = try DatabaseDriver.postgres.open(directory)
      try await database.write { try $0.run(DatabaseTests.numbers, []) }
      let runs = Locked(0)
      try await database.write { connection in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        try DatabaseTests.insert(run, connection)
        if run == 1 {
          try connection.run("SELECT pg_terminate_backend(pg_backend_pid())")
        }
      }
      #expect(try await DatabaseTests.numbers(database) == [2])
      let reads = Locked(0)
      let sum = try await database.read { connection in
        if reads.withLock({ reads in (reads, reads += 1).0 }) == 0 {
          _ = try connection.rows("SELECT pg_terminate_backend(pg_backend_pid())", []) { _ in 0 }
        }
        return try connection.first("SELECT 7", []) { $0.integer(0) }
      }
      #expect(sum == 7)
      await database.close()
    }

    @Test("A thread that gets no connection leaves the work to those that have one")
    func connectionRefused() async throws {
      let directory = try TemporaryDirectory()
      let cluster = try PostgresCluster.shared.get()
      let name = try cluster.database(for: directory.path)
      defer { try? cluster.removeDatabase(for: directory.path) }
      let role = "crowd_\(name.suffix(40))"
      try cluster.run("CREATE ROLE \"\(role)\" LOGIN")
      defer { try? cluster.run("DROP ROLE \"\(role)\"") }
      var settings = PostgresSettings(
        url: cluster.url(name).replacingOccurrences(of: "beckon@", with: "\(role)@"))
      settings.readers = 2
      let database = try PostgresDatabase(settings)
      try await Self.awaitConnections(database, 5, of: role)
      await Self.expectUnavailable {
        try await database.read { connection in
          try cluster.run("ALTER ROLE \"\(role)\" CONNECTION LIMIT 0")
          _ = try connection.rows("SELECT pg_terminate_backend(pg_backend_pid())", []) { _ in 0 }
        }
      }
      for _ in 0..<40 {
        #expect(try await Self.seven(database) == 7)
      }
      try cluster.run("ALTER ROLE \"\(role)\" CONNECTION LIMIT -1")
      // The listener, two that write, two that read.
      try await Self.awaitConnections(database, 5, of: role)
      await database.close()
    }

    private static func seven(_ database: any Database) async throws -> Int64? {
      try await database.read { try $0.first("SELECT 7", []) { $0.integer(0) } }
    }

    /// Waits until the role has so many connections.
    private static func awaitConnections(
      _ database: any Database, _ count: Int64, of role: String
    ) async throws {
      let end = MonotonicClock.nanoseconds() + 60_000_000_000
      while try await database.read({
        try $0.first(
          "SELECT COUNT(*) FROM pg_stat_activity WHERE usename = CAST($1 AS TEXT)", [.text(role)]
        ) { $0.integer(0) }
      }) != count {
        try #require(MonotonicClock.nanoseconds() < end)
        // Sleeps because: threads connect by themselves.
        try await Task.sleep(nanoseconds: 20_000_000)
      }
    }

    @Test("A server that hangs makes calls unavailable, and they work when it goes on")
    func hanging() async throws {
      let cluster = try PostgresCluster()
      var settings = PostgresSettings(url: cluster.url())
      settings.statementTimeoutMilliseconds = 500
      settings.answerTimeoutMilliseconds = 1_000
      settings.connectTimeoutSeconds = 2
      let database = try PostgresDatabase(settings)
      try await database.write { try $0.run(DatabaseTests.numbers, []) }
      try cluster.freeze()
      await Self.expectUnavailable { _ = try await DatabaseTests.numbers(database) }
      try cluster.thaw()
      // Sleeps because: a call that follows a failed one within 0.2 s is not tried.
      try await Task.sleep(nanoseconds: 300_000_000)
      try await database.write { try DatabaseTests.insert(1, $0) }
      #expect(try await DatabaseTests.numbers(database) == [1])
      await database.close()
    }

    @Test("A statement that takes too long, or a lock that is not free, is unavailable")
    func timeouts() async throws {
      let directory = try TemporaryDirectory()
      let cluster = try PostgresCluster.shared.get()
      var settings = PostgresSettings(
        url: cluster.url(try cluster.database(for: directory.path)))
      settings.statementTimeoutMilliseconds = 200
      settings.lockTimeoutMilliseconds = 100
      let ours = try PostgresDatabase(settings)
      let theirs = try DatabaseDriver.postgres.open(directory)
      try await ours.write { connection in
        try connection.run(DatabaseTests.numbers, [])
        try DatabaseTests.insert(1, connection)
      }
      await Self.expectUnavailable {
        _ = try await ours.read { try $0.rows("SELECT pg_sleep(60)", []) { _ in 0 } }
      }
      let gate = Gate()
      let held = Task {
        try await theirs.write { connection in
          try connection.run("UPDATE numbers SET value = 5")
          gate.wait()
        }
      }
      await gate.arrival()
      await Self.expectUnavailable {
        _ = try await ours.write { try $0.run("UPDATE numbers SET value = 6") }
      }
      gate.open()
      try await held.value
      #expect(try await DatabaseTests.numbers(ours) == [5])
      await ours.close()
      await theirs.close()
    }

    @Test("A write that only sends is not stored when its turn does not come")
    func noTurn() async throws {
      let directory = try TemporaryDirectory()
      let cluster = try PostgresCluster.shared.get()
      var settings = PostgresSettings(
        url: cluster.url(try cluster.database(for: directory.path)))
      settings.lockTimeoutMilliseconds = 100
      let ours = try PostgresDatabase(settings)
      let theirs = try DatabaseDriver.postgres.open(directory)
      let insert: @Sendable (any Connection) throws -> Void = { connection in
        try connection.send("INSERT INTO numbers (value) VALUES ($1)", [.integer(1)])
      }
      try await ours.write { connection in
        try connection.run(DatabaseTests.numbers, [])
        try insert(connection)
        try connection.run("DELETE FROM numbers")
      }
      let gate = Gate()
      let alone = Task {
        try await theirs.write { connection in
          try connection.run("SELECT pg_advisory_lock(1650683441)")
          gate.wait()
          try connection.run("SELECT pg_advisory_unlock(1650683441)")
        }
      }
      await gate.arrival()
      await Self.expectUnavailable { try await ours.write(insert) }
      gate.open()
      try await alone.value
      #expect(try await DatabaseTests.numbers(ours) == [])
      try await ours.write(insert)
      #expect(try await DatabaseTests.numbers(ours) == [1])
      await ours.close()
      await theirs.close()
    }
  }
#endif
