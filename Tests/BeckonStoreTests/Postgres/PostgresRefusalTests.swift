#if Postgres
  import BeckonDatabase
  import BeckonPostgres
  import TestDatabases
  import Testing

  @testable import struct BeckonPostgres.PostgresServer

  /// Servers that will not do, and what is said about them.
  @Suite struct PostgresRefusalTests {
    private static func refusal(
      _ url: String, location: SourceLocation = #_sourceLocation
    ) throws -> String {
      let error = #expect(throws: DatabaseError.self, sourceLocation: location) {
        _ = try PostgresDatabase(.init(url: url))
      }
      guard case .unreadable(let message) = error else {
        Issue.record("\(String(describing: error))", sourceLocation: location)
        return ""
      }
      #expect(!message.contains("hunter2"), sourceLocation: location)
      return message
    }

    @Test("A wrong password, user or database is named, and the password is not")
    func credentials() throws {
      let cluster = try PostgresCluster.shared.get()
      let host = "127.0.0.1:\(cluster.port)"
      let password = try Self.refusal("postgres://beckon:hunter2@\(host)/postgres")
      #expect(password.contains("refuses the user") && password.contains("beckon"))
      let missing = try Self.refusal("postgres://beckon@\(host)/postgres")
      #expect(missing.contains("asks for a password"))
      let user = try Self.refusal("postgres://nobody:hunter2@\(host)/postgres")
      #expect(user.contains("refuses the user"))
      let database = try Self.refusal(cluster.url("nowhere"))
      #expect(database.contains("'nowhere' does not exist") && database.contains("createdb"))
    }

    @Test("A URL that cannot be read is not repeated")
    func url() throws {
      for url in ["postgres://u:hunter2@h/%zz", "postgres://h/d?hunter2=1", "hunter2"] {
        let message = try Self.refusal(url)
        #expect(message.contains("postgres://user:password@host/database"))
      }
    }

    @Test("The password in a URL opens the door")
    func password() async throws {
      let cluster = try PostgresCluster.shared.get()
      let url =
        "postgres://beckon:s3cret%26%2540@nohost.invalid:1,127.0.0.1:\(cluster.port)/postgres"
      let database = try PostgresDatabase(.init(url: url))
      #expect(try await database.read { try $0.first("SELECT 1", []) { $0.integer(0) } } == 1)
      await database.close()
    }

    @Test("A server that nobody can reach is unavailable")
    func unreachable() {
      let error = #expect(throws: DatabaseError.self) {
        _ = try PostgresDatabase(.init(url: "postgres://beckon:hunter2@127.0.0.1:1/postgres"))
      }
      guard case .unavailable(let message) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(message.contains("127.0.0.1") && !message.contains("hunter2"))
    }

    @Test("A database that only reads, or holds text otherwise, is refused")
    func unsuitable() throws {
      let cluster = try PostgresCluster.shared.get()
      try cluster.run("CREATE DATABASE standing")
      try cluster.run("ALTER DATABASE standing SET default_transaction_read_only = on")
      let standby = try Self.refusal(cluster.url("standing"))
      #expect(standby.contains("give the primary's host too"))
      try cluster.run("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1'")
      let latin = try Self.refusal(cluster.url("latin"))
      #expect(latin.contains("LATIN1"))
    }

    @Test("Versions before 15 are refused")
    func version() {
      #expect(PostgresServer.refusal(version: 150_000, named: "15.0") == nil)
      #expect(PostgresServer.refusal(version: 170_002, named: "17.2") == nil)
      guard case .unreadable(let message) = PostgresServer.refusal(version: 140_011, named: "14.11")
      else {
        Issue.record("14.11 is accepted")
        return
      }
      #expect(message.contains("14.11") && message.contains("15 or later"))
    }

    @Test("The state of a refusal is found in any language")
    func state() {
      let turkish = "connection to server at \"h\", port 54321 failed: ÖLÜMCÜL:  28P01: \"x\" …"
      #expect(PostgresServer.state(in: turkish) == "28P01")
      #expect(PostgresServer.state(in: "connection to server at \"h\", port 54321 failed:") == nil)
    }
  }
#endif
