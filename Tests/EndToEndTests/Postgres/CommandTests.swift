#if Postgres
  import BeckonModel
  import TestDatabases
  import Testing
  import TestPrograms

  extension PostgresTests {
    /// Commands between the two kinds of database.
    @Suite struct CommandTests {
      @Test("An installation goes from SQLite to PostgreSQL and back, and serves everywhere")
      func thereAndBack() async throws {
        let folder = try TemporaryFolder()
        let cluster = try RefusalTests.cluster()
        let stations = [
          "sqlite:" + folder.file("first.db"), cluster.url(try cluster.database(for: folder.path)),
          "sqlite:" + folder.file("last.db"),
        ]
        let first = try await RunningServer(folder, database: stations[0])
        let shop = try await ReferralShop(first, try await AppKeys(stations[0]))
        for number in 0..<5 { #expect(try await shop.signUp(number, first).status == 201) }
        #expect(await first.stop() == 0)

        for (number, (from, to)) in zip(stations, stations.dropFirst()).enumerated() {
          let copy = try await BeckonProgram.run("copy", "--from", from, "--to", to, "--json")
          #expect(copy.status == 0, "\(copy.errors)")
          #expect(copy.json?["ok"] == true)
          let server = try await RunningServer(folder, database: to)
          // Who was there is known, and who comes new is paid for, with the old keys and codes.
          let friends = 5 + number
          #expect(try await shop.signUp(0, server).status == 200)
          #expect(try await shop.signUp(friends, server).status == 201)
          try await shop.expectPaid(friends: friends + 1, server)
          #expect(await server.stop() == 0)
        }
      }
    }
  }
#endif
