#if Postgres
  import BeckonDatabase
  import BeckonModel
  import BeckonStore
  import BeckonPostgres
  import TestDatabases
  import Testing

  /// The schema's parts and positions.
  @Suite struct PostgresSchemaTests {
    private static let november = Instant(milliseconds: 1_794_268_800_000)  // 2026-11-10
    private static let facts = Insertion(
      "facts",
      [
        .integer("app"), .identifier("id"), .text("name"), .identifier("subject"), .integer("at"),
        .integer("received_at"), .text("trust"), .text("properties"),
      ])

    private static func fact(_ number: UInt64, at time: Instant) -> [DatabaseValue] {
      let id = DatabaseValue.identifier(Identifier(high: 0, low: number))
      return [
        .integer(1), id, .text("x"), id, .instant(time), .instant(time), .text("server"),
        .text("{}"),
      ]
    }

    private static func with(
      _ body: (any Database, PostgresCluster, String) async throws -> Void
    ) async throws {
      let directory = try TemporaryDirectory()
      let database = try DatabaseDriver.postgres.open(directory)
      _ = try await database.write {
        try Migrator.migrate($0, migrations: Migration.all, now: november)
      }
      let cluster = try PostgresCluster.shared.get()
      try await body(database, cluster, try cluster.database(for: directory.path))
      await database.close()
    }

    private static func parts(_ database: any Database, of table: String) async throws -> [String] {
      try await database.read { connection in
        try connection.rows(
          """
          SELECT CAST(c.relname AS TEXT) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          JOIN pg_class p ON p.oid = i.inhparent WHERE CAST(p.relname AS TEXT) = $1 AND p.relkind = 'p'
          ORDER BY c.relname
          """, [.text(table)]
        ) { $0.text(0) }
      }
    }

    private static func places(_ database: any Database) async throws -> [String] {
      try await database.read { connection in
        try connection.rows(
          "SELECT CAST(CAST(tableoid AS regclass) AS TEXT) FROM facts ORDER BY received_at", []
        ) { $0.text(0) }
      }
    }

    @Test("Months are made ahead, once, and rows go to their month or to the rest")
    func months() async throws {
      try await Self.with { database, _, _ in
        #expect(try await Self.parts(database, of: "clicks") == ["clicks_rest"])
        let shards = try await Self.parts(database, of: "fact_ids")
        #expect(shards.count == 16)
        #expect(try await database.write { try Partitions.makeAhead($0, now: Self.november) } == 20)
        #expect(try await database.write { try Partitions.makeAhead($0, now: Self.november) } == 0)
        let wanted = ["2026_11", "2026_12", "2027_01", "2027_02"].map { "facts_\($0)" }
        #expect(try await Self.parts(database, of: "facts") == wanted + ["facts_rest"])
        let month = 31 * Span.dayMilliseconds
        try await database.write { connection in
          let times = [0, 1, 9].map { Self.november.adding(milliseconds: month * $0) }
          try connection.insert(
            times.enumerated().map { Self.fact(UInt64($0), at: $1) }, by: Self.facts)
        }
        #expect(
          try await Self.places(database) == ["facts_2026_11", "facts_2026_12", "facts_rest"])
        // August 2027 has a row with the rest, so its part cannot be made any more.
        let later = Self.november.adding(milliseconds: month * 8)
        #expect(try await database.write { try Partitions.makeAhead($0, now: later) } == 19)
        let found = try await Self.places(database)
        #expect(found.count == 3)
      }
    }

    @Test("A month is dropped when it is too old for every app")
    func dropping() async throws {
      try await Self.with { database, _, _ in
        try await database.write { connection in
          try Partitions.makeAhead(connection, now: Self.november)
          try connection.insert([Self.fact(1, at: Self.november)], by: Self.facts)
          try connection.run(
            """
            INSERT INTO apps (id, name, pepper, settings, created_at)
            VALUES ($1, 'a', '', '{"retention_days":{"events":30}}', 0)
            """, [.identifier(Identifier(high: 1, low: 1))])
        }
        let start = try #require(Instant("2026-12-31T00:00:00Z"))
        // The end of November is 30 days old on December 31st. So are the feed's and the shops'.
        let before = start.adding(milliseconds: -1)
        #expect(try await database.write { try Partitions.dropOld($0, now: before) } == 0)
        #expect(try await database.write { try Partitions.dropOld($0, now: start) } == 4)
        #expect(try await Self.places(database) == [])
      }
    }

    @Test("A tailing reader steps over nothing that commits late")
    func tailing() async throws {
      try await Self.with { database, _, _ in
        let late = try await Self.lateCommit(in: database)
        try await database.write {
          try $0.insert([Self.fact(2, at: Self.november)], by: Self.facts)
        }
        #expect(try await Self.tail(database, from: 0) == [])
        #expect(try await Self.all(database) == [2])
        try await late()
        #expect(try await Self.settled(database, 2) == [1, 2])
      }
    }

    @Test("Transactions of other databases on the same server hold up no tailing reader")
    func neighbours() async throws {
      try await Self.with { database, _, _ in
        try await Self.with { other, _, _ in
          let late = try await Self.lateCommit(in: other)
          try await database.write {
            try $0.insert([Self.fact(2, at: Self.november)], by: Self.facts)
          }
          #expect(try await Self.settled(database, 1) == [2])
          try await late()
        }
      }
    }

    /// Has a transaction write fact 1, and gives what lets it commit.
    private static func lateCommit(
      in database: any Database
    ) async throws -> () async throws -> Void {
      let gate = Gate()
      let slow = Task {
        try await database.write { connection in
          try connection.insert([Self.fact(1, at: Self.november)], by: Self.facts)
          // An answer means that the insertion has been run.
          _ = try connection.first("SELECT 1", []) { $0.integer(0) }
          gate.wait()
        }
      }
      await gate.arrival()
      return {
        gate.open()
        try await slow.value
      }
    }

    private static func tail(_ database: any Database, from seq: Int64) async throws -> [UInt64] {
      try await database.read { connection in
        try connection.rows(
          "SELECT id FROM facts WHERE seq > $1 {settled seq} ORDER BY seq", [.integer(seq)]
        ) { $0.identifier(0).low }
      }
    }

    /// What a tailing reader finds, once so many rows are there or ten seconds are over.
    private static func settled(_ database: any Database, _ count: Int) async throws -> [UInt64] {
      for _ in 0..<500 {
        let found = try await tail(database, from: 0)
        guard found.count < count else { return found }
        // Sleeps because: a transaction of another test that ends just now counts as one of ours.
        try await Task.sleep(nanoseconds: 20_000_000)
      }
      return try await tail(database, from: 0)
    }

    private static func all(_ database: any Database) async throws -> [UInt64] {
      try await database.read { connection in
        try connection.rows("SELECT id FROM facts ORDER BY seq", []) { $0.identifier(0).low }
      }
    }

    @Test("Positions go on rising in a restored copy, where transactions count from the start")
    func restored() async throws {
      try await Self.with { database, _, _ in
        try await database.write { connection in
          try connection.insert([Self.fact(1, at: Self.november)], by: Self.facts)
          // As a server that had made a billion more transactions left it.
          try connection.run("UPDATE facts SET seq = seq + CAST(1000000000 AS BIGINT) * 1048576")
        }
        #expect(try await Self.tail(database, from: 0) == [])
        try await database.write { try Partitions.makeAhead($0, now: Self.november) }
        try await database.write {
          try $0.insert([Self.fact(2, at: Self.november)], by: Self.facts)
        }
        #expect(try await Self.settled(database, 2) == [1, 2])
      }
    }

    @Test("Retention deletes from tables in parts")
    func retention() async throws {
      try await Self.with { database, _, _ in
        let old = Self.november.adding(milliseconds: -500 * Span.dayMilliseconds)
        try await database.write { connection in
          try connection.run(
            """
            INSERT INTO apps (id, name, pepper, settings, created_at)
            VALUES ($1, 'a', '', '{}', 0)
            """, [.identifier(Identifier(high: 1, low: 1))])
          try connection.insert(
            [Self.fact(1, at: old), Self.fact(2, at: Self.november)], by: Self.facts)
        }
        #expect(try await database.write { try Retention($0, now: Self.november).run() } == 1)
        #expect(try await Self.all(database) == [2])
      }
    }
  }
#endif
