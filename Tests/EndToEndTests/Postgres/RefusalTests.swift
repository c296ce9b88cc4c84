#if Postgres
  import BeckonModel
  import TestDatabases
  import Testing
  import TestPrograms

  extension PostgresTests {
    /// A PostgreSQL that will not do: what people read, and what scripts get.
    @Suite struct RefusalTests {
      static func cluster() throws -> PostgresCluster { try PostgresCluster.shared.get() }

      /// Checks what the commands that open a database say about this one.
      static func expectRefusal(
        of url: String, saying words: String, _ location: SourceLocation = #_sourceLocation
      ) async throws {
        for command in [["serve", "--listen", "127.0.0.1:0"], ["migrate"], ["app", "list"]] {
          let result = try await BeckonProgram.run(all: command + ["--database", url])
          #expect(result.status == 1, "\(command)", sourceLocation: location)
          let lines = result.errors.split(separator: "\n")
          #expect(lines.count == 2, "\(result.errors)", sourceLocation: location)
          #expect(lines.first?.hasPrefix("Error: ") == true, sourceLocation: location)
          #expect(result.errors.contains(words), "\(result.errors)", sourceLocation: location)
          #expect(lines.last?.hasPrefix("Try:   ") == true, sourceLocation: location)
          #expect(!result.errors.contains("hunter2"), sourceLocation: location)
          #expect(result.output.isEmpty, sourceLocation: location)
        }
        let doctor = try await BeckonProgram.run("doctor", "--json", "--database", url)
        #expect(doctor.status == 1, sourceLocation: location)
        let finding = doctor.json?.elements?.first { $0["check"] == "database" }
        #expect(finding?["verdict"] == "fail", sourceLocation: location)
        #expect(
          finding?["text"]?.string?.contains(words) == true, "\(doctor.output)",
          sourceLocation: location)
      }

      @Test("A wrong password, or none, is told without the password")
      func password() async throws {
        let host = "127.0.0.1:\(try Self.cluster().port)"
        try await Self.expectRefusal(
          of: "postgres://beckon:hunter2@\(host)/postgres",
          saying: "password authentication failed for user \"beckon\"")
        try await Self.expectRefusal(
          of: "postgres://beckon@\(host)/postgres", saying: "PostgreSQL asks for a password")
      }

      @Test("A database that is not there is named, with the command that makes it")
      func missing() async throws {
        try await Self.expectRefusal(
          of: try Self.cluster().url("nowhere"),
          saying: "the database 'nowhere' does not exist; make it with: createdb")
      }

      @Test("A server that nobody can reach is named")
      func unreachable() async throws {
        try await Self.expectRefusal(
          of: "postgres://beckon:hunter2@127.0.0.1:1/postgres",
          saying: "no PostgreSQL answers: connection to server at \"127.0.0.1\", port 1 failed")
      }

      @Test("Of several hosts each is told, not the first alone")
      func severalHosts() async throws {
        let hosts = "127.0.0.1:1,127.0.0.1:\(try Self.cluster().port)"
        for words in ["port 1 failed", "password authentication failed for user \"beckon\""] {
          try await Self.expectRefusal(
            of: "postgres://beckon:hunter2@\(hosts)/postgres", saying: words)
        }
      }

      @Test("The demo says that its database is not there")
      func demo() async throws {
        let demo = try await BeckonProgram.run(
          "demo", "--database", try Self.cluster().url("nowhere"))
        #expect(demo.status == 1)
        #expect(demo.errors.contains("the database 'nowhere' does not exist"), "\(demo.errors)")
        #expect(demo.errors.contains("beckon doctor"), "\(demo.errors)")
      }

      @Test("A server before PostgreSQL 15 is told its version")
      func old() async throws {
        let old = try OldPostgres(version: "14.11")
        try await Self.expectRefusal(
          of: "postgres://beckon@127.0.0.1:\(old.port)/postgres?sslmode=disable&gssencmode=disable",
          saying: "the server is PostgreSQL 14.11; Beckon needs 15 or later")
      }

      @Test("A user without the right to make tables is told what to grant")
      func rights() async throws {
        let cluster = try Self.cluster()
        try cluster.run("CREATE ROLE guest LOGIN", ignoring: "42710")
        let name = try cluster.database(for: "guests-database")
        let result = try await BeckonProgram.run(
          "migrate", "--database",
          "postgres://guest@/\(name)?host=\(cluster.directory)&port=\(cluster.port)")
        #expect(result.status == 1)
        #expect(result.errors.contains("permission denied for schema public"), "\(result.errors)")
        #expect(result.errors.contains("let the user of the URL own the database"))
      }

      @Test("A standby as the only host is refused; with its primary beside it, the primary serves")
      func standby() async throws {
        let primary = try PostgresCluster()
        let standby = try PostgresCluster(standbyOf: primary)
        try await Self.expectRefusal(
          of: standby.url(), saying: "only a read-only standby answers; give the primary's host too"
        )
        try await Self.expectRefusal(
          of: "postgres://beckon@/postgres?host=\(standby.directory),/nowhere&port=\(standby.port)",
          saying: "none of the servers takes writes: connection to server on socket")
        let both =
          "postgres://beckon@/postgres?host=\(standby.directory),\(primary.directory)"
          + "&port=\(standby.port),\(primary.port)"
        let server = try await RunningServer(try TemporaryFolder(), database: both)
        let keys = try await AppKeys(both)
        #expect(try await server.get("/v1/app", key: keys.secret).status == 200)
        #expect(await server.stop() == 0)
      }
    }
  }
#endif
