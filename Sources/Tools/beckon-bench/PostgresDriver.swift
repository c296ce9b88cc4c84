#if Postgres
  import BeckonDatabase
  import BeckonBasics
  import BeckonModel
  import BeckonStore
  import BeckonPostgres

  /// What the driver does with a PostgreSQL server, without Beckon's features. It makes tables of
  /// its own and leaves them there.
  enum PostgresDriver {
    private static let rows = Insertion(
      "bench_rows", key: [.identifier("id")], [.integer("at"), .text("words")])

    static func run(_ scale: Scale) async throws -> JSON {
      guard let url = scale.database else { throw BenchError("needs --database") }
      let database = try PostgresDatabase(PostgresSettings(url: url))
      let second = try PostgresDatabase(PostgresSettings(url: url))
      try await prepare(database)
      let bench = Bench(database: database, seconds: Double(scale.seconds))
      let figures =
        try await inserts(bench) + reads(bench) + twelveStatements(bench)
        + checksThenWrites(bench, second)
      await database.close()
      await second.close()
      return .object(figures)
    }

    private static func inserts(_ bench: Bench) async throws -> [JSON.Member] {
      [
        JSON.Member(
          "one_insert_writes_per_second",
          try await bench.rate(tasks: 64) { try await $0.write { try insertOne($0) } }),
        JSON.Member(
          "one_insert_alone_milliseconds",
          try await bench.milliseconds { try await $0.write { try insertOne($0) } }),
        JSON.Member(
          "bulk_rows_per_second",
          try await bench.rate(tasks: 4, each: 1_000) { database in
            let new = (0..<1_000).map { _ in row() }
            _ = try await database.write { try $0.insertNew(new, by: rows) }
          }),
      ]
    }

    private static func reads(_ bench: Bench) async throws -> [JSON.Member] {
      [
        JSON.Member(
          "read_alone_milliseconds",
          try await bench.milliseconds { _ = try await $0.read { try find($0, 1) } }),
        JSON.Member(
          "reads_per_second",
          try await bench.rate(tasks: 64) { _ = try await $0.read { try find($0, 1) } }),
      ]
    }

    /// A write of twelve statements, as a conversion is. Each waits for its answer, or some do not.
    private static func twelveStatements(_ bench: Bench) async throws -> [JSON.Member] {
      var figures: [JSON.Member] = []
      for (name, sends) in [("run", false), ("sent", true)] {
        figures.append(
          JSON.Member(
            "twelve_\(name)_alone_milliseconds",
            try await bench.milliseconds { try await $0.write { try twelve($0, sends: sends) } }))
        figures.append(
          JSON.Member(
            "twelve_\(name)_writes_per_second",
            try await bench.rate(tasks: 64) {
              try await $0.write { try twelve($0, sends: sends) }
            }))
      }
      return figures
    }

    /// What finds nothing and then inserts meets others in PostgreSQL's serializable isolation.
    private static func checksThenWrites(
      _ bench: Bench, _ second: PostgresDatabase
    ) async throws -> [JSON.Member] {
      [
        JSON.Member(
          "check_then_write_per_second",
          try await bench.rate(tasks: 64) { try await $0.write { try checkThenWrite($0) } }),
        JSON.Member(
          "check_then_write_two_servers_per_second",
          try await bench.rate(tasks: 64) { database in
            let either = ambient.random() % 2 == 0 ? database : second
            try await either.write { try checkThenWrite($0) }
          }),
      ]
    }

    private static let ambient = Ambient.system

    private static func prepare(_ database: PostgresDatabase) async throws {
      try await database.write { connection in
        try connection.run("DROP TABLE IF EXISTS bench_rows")
        try connection.run("DROP TABLE IF EXISTS bench_counters")
        try connection.run(
          "CREATE TABLE bench_rows (id UUID PRIMARY KEY, at BIGINT NOT NULL, words TEXT NOT NULL)")
        try connection.run(
          "CREATE TABLE bench_counters (id BIGINT PRIMARY KEY, count BIGINT NOT NULL)")
        let counters = Insertion("bench_counters", [.integer("id"), .integer("count")])
        try connection.insert((0..<100_000).map { [.integer($0), .integer(0)] }, by: counters)
      }
    }

    private static func row() -> [DatabaseValue] {
      let id = Identifier(at: ambient.now(), random: (ambient.random(), ambient.random()))
      return [.identifier(id), .instant(ambient.now()), .text("a few words about what happened")]
    }

    private static func insertOne(_ connection: any Connection) throws {
      try connection.run("INSERT INTO bench_rows (id, at, words) VALUES ($1, $2, $3)", row())
    }

    private static func find(_ connection: any Connection, _ id: Int64) throws -> Int64? {
      try connection.first("SELECT count FROM bench_counters WHERE id = $1", [.integer(id)]) {
        $0.integer(0)
      }
    }

    private static func twelve(_ connection: any Connection, sends: Bool) throws {
      for _ in 0..<4 {
        _ = try find(connection, Int64(ambient.random() % 100_000))
        let update: StaticString = "UPDATE bench_counters SET count = count + 1 WHERE id = $1"
        let counter = DatabaseValue.integer(Int64(ambient.random() % 100_000))
        if sends {
          try connection.send(update, [counter])
          try connection.send("INSERT INTO bench_rows (id, at, words) VALUES ($1, $2, $3)", row())
        } else {
          try connection.run(update, [counter])
          try insertOne(connection)
        }
      }
    }

    /// As a feature does: looks for a row by a new id, finds none, and inserts it.
    private static func checkThenWrite(_ connection: any Connection) throws {
      let row = row()
      let known = try connection.first(
        "SELECT at FROM bench_rows WHERE id = $1", [row[0]]
      ) { $0.integer(0) }
      guard known == nil else { return }
      try connection.send("INSERT INTO bench_rows (id, at, words) VALUES ($1, $2, $3)", row)
    }

    /// Runs work for some seconds.
    private struct Bench {
      let database: PostgresDatabase
      let seconds: Double

      /// How often a second `tasks` at a time get it done.
      func rate(
        tasks: Int, each: Double = 1,
        _ work: @escaping @Sendable (PostgresDatabase) async throws -> Void
      ) async throws -> JSON {
        let start = MonotonicClock.nanoseconds()
        let end = start + UInt64(seconds * 1e9)
        let count = try await withThrowingTaskGroup(of: Double.self) { group in
          for _ in 0..<tasks {
            group.addTask { [database] in
              var count = 0.0
              while MonotonicClock.nanoseconds() < end {
                try await work(database)
                count += each
              }
              return count
            }
          }
          return try await group.reduce(0, +)
        }
        return Telling.rounded(count / (Double(MonotonicClock.nanoseconds() - start) / 1e9))
      }

      /// The median of one after the other.
      func milliseconds(
        _ work: @escaping @Sendable (PostgresDatabase) async throws -> Void
      ) async throws -> JSON {
        var times: [Double] = []
        let end = MonotonicClock.nanoseconds() + UInt64(seconds * 1e9 / 2)
        while MonotonicClock.nanoseconds() < end {
          let start = MonotonicClock.nanoseconds()
          try await work(database)
          times.append(Double(MonotonicClock.nanoseconds() - start) / 1e6)
        }
        return Telling.rounded(times.sorted()[times.count / 2])
      }
    }
  }
#endif
