#if Postgres
  import BeckonDatabase
  import BeckonBasics
  import BeckonPostgres
  import TestDatabases
  import Testing

  /// Several servers on one database.
  @Suite struct PostgresConcurrencyTests {
    /// Opens several `Database`s on one database that holds `tables`.
    private static func with(
      _ count: Int, _ tables: [StaticString], _ body: ([any Database]) async throws -> Void
    ) async throws {
      try await with(count, tables) { databases, _ in try await body(databases) }
    }

    /// The same; the body is given the database's URL too.
    private static func with(
      _ count: Int, _ tables: [StaticString],
      _ body: ([any Database], String) async throws -> Void
    ) async throws {
      let directory = try TemporaryDirectory()
      let databases = try (0..<count).map { _ in try DatabaseDriver.postgres.open(directory) }
      try await databases[0].write { connection in
        for table in tables { try connection.run(table, []) }
      }
      let cluster = try PostgresCluster.shared.get()
      try await body(databases, cluster.url(try cluster.database(for: directory.path)))
      for database in databases { await database.close() }
    }

    @Test("Servers that check first and write then never write twice")
    func checkThenWrite() async throws {
      let things: StaticString = "CREATE TABLE things (key BIGINT, words TEXT)"
      let byKey: StaticString = "CREATE INDEX things_by_key ON things (key)"
      try await Self.with(3, [things, byKey]) { databases in
        let made = Locked(0)
        let answered = await DatabaseTests.answered(0..<300) { number in
          let isNew = try await databases[number % 3].write { connection in
            let key = DatabaseValue.integer(Int64(number / 6))
            if try connection.first("SELECT words FROM things WHERE key = $1", [key], { _ in true })
              != nil
            {
              return false
            }
            try connection.run("INSERT INTO things (key, words) VALUES ($1, 'x')", [key])
            return true
          }
          if isNew { made.withLock { $0 += 1 } }
        }
        #expect(answered.count == 300)
        #expect(made.withLock { $0 } == 50)
        let stored = try await databases[0].read { connection in
          try connection.first("SELECT COUNT(*), COUNT(DISTINCT key) FROM things", []) {
            [$0.integer(0), $0.integer(1)]
          }
        }
        #expect(stored == [50, 50])
      }
    }

    @Test("One key inserted by all servers at once is new for one of them")
    func duplicates() async throws {
      try await Self.with(3, [DatabaseTests.numbers]) { databases in
        let answered = await DatabaseTests.answered(0..<240) { number in
          try await databases[number % 3].write { try DatabaseTests.insert(number / 6, $0) }
        }
        #expect(answered.count == 40)
        let stored = try await DatabaseTests.numbers(databases[1])
        #expect(stored == Array(0..<40))
      }
    }

    @Test("No update is lost, and rows locked in opposite order fail nobody")
    func counters() async throws {
      let counters: StaticString = "CREATE TABLE counters (id BIGINT PRIMARY KEY, count BIGINT)"
      try await Self.with(2, [counters]) { databases in
        try await databases[0].write {
          try $0.run("INSERT INTO counters VALUES (0, 0), (1, 0)")
        }
        let answered = await DatabaseTests.answered(0..<200) { number in
          try await databases[number % 2].write { connection in
            for id in [number % 2, 1 - number % 2] {
              let count = try connection.first(
                "SELECT count FROM counters WHERE id = $1 {locked}", [.integer(Int64(id))]
              ) { $0.integer(0) }
              try connection.run(
                "UPDATE counters SET count = $2 WHERE id = $1",
                [.integer(Int64(id)), .integer((count ?? 0) + 1)])
            }
          }
        }
        #expect(answered.count == 200)
        let counts = try await databases[1].read { connection in
          try connection.rows("SELECT count FROM counters", []) { $0.integer(0) }
        }
        #expect(counts == [200, 200])
      }
    }

    @Test("What each of two writes may do alone, they do not do together")
    func writeSkew() async throws {
      try await Self.with(2, [DatabaseTests.numbers]) { databases in
        // Each inserts its number only while fewer than three are there.
        let answered = await DatabaseTests.answered(0..<40) { number in
          try await databases[number % 2].write { connection in
            let count = try connection.first("SELECT COUNT(*) FROM numbers", []) { $0.integer(0) }
            guard (count ?? 0) < 3 else { return }
            try DatabaseTests.insert(number, connection)
          }
        }
        #expect(answered.count == 40)
        let found = try await DatabaseTests.numbers(databases[0])
        #expect(found.count == 3)
      }
    }

    @Test("A write sees what was answered before it came, whatever was under way then")
    func answeredBefore() async throws {
      try await Self.with(1, [DatabaseTests.numbers]) { databases, url in
        var settings = TestDatabase.patient(url)
        (settings.writers, settings.batchMillisecondsMax) = (1, 600_000)
        let database = try PostgresDatabase(settings)
        let gate = Gate()
        async let early = database.write { connection in
          let found = try DatabaseTests.numbers(connection)
          gate.wait()
          return found
        }
        await gate.arrival()
        try await databases[0].write { try DatabaseTests.insert(1, $0) }
        let late = Locked<[Int]>([])
        try await withCheckedThrowingContinuation { answer in
          database.write { connection in
            let found = try DatabaseTests.numbers(connection)
            late.withLock { $0 = found }
          } done: {
            answer.resume(with: $0)
          }
          gate.open()
        }
        #expect(try await early == [])
        #expect(late.withLock { $0 } == [1])
        await database.close()
      }
    }

    @Test("Only announced changes move the others' number, and not before the commit")
    func announcements() async throws {
      try await Self.with(2, [DatabaseTests.numbers]) { databases in
        let before = try await databases[1].outsideChanges()
        try await databases[0].write { try DatabaseTests.insert(1, $0) }
        _ = try? await databases[0].write { connection in
          try connection.announce()
          throw DatabaseTests.Refusal()
        }
        try await databases[0].write { try DatabaseTests.insert(2, $0) }
        #expect(try await databases[1].outsideChanges() == before)
        try await databases[0].write { try $0.announce() }
        let after = try await DatabaseTests.outsideChanges(databases[1], from: before)
        #expect(after == before + 1)
        #expect(await databases[1].announcements(behind: before) == nil)
        let changes = [Announcement(app: 7, .keys), Announcement(app: 8, .configuration)]
        for change in changes { try await databases[0].write { try $0.announce(change) } }
        while await databases[1].announcements(behind: after)?.count != 2 {
          try Task.checkCancellation()
        }
        #expect(await databases[1].announcements(behind: after) == changes)
        #expect(await databases[1].announcements(behind: after + 1) == [changes[1]])
      }
    }
  }
#endif
