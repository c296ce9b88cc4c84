#if Postgres
  import BeckonModel
  import ChildProcess
  import TestDatabases
  import Testing
  import TestPrograms

  extension PostgresTests {
    /// `sslmode` and `sslrootcert`, with a certificate that the server has signed itself.
    @Suite struct SecureConnectionTests {
      @Test("A server without TLS is refused when TLS is required")
      func missing() async throws {
        let cluster = try RefusalTests.cluster()
        try await RefusalTests.expectRefusal(
          of: cluster.networkURL("postgres", "sslmode=require"),
          saying: "no secure connection: ")
      }

      @Test("The server's certificate is checked against the one given, and its host")
      func certificate() async throws {
        let cluster = try PostgresCluster()
        let right = try cluster.secure()
        let folder = try TemporaryFolder()
        let wrong = folder.file("other.crt")
        let made = try ChildProcess(
          "/usr/bin/env",
          [
            "openssl", "req", "-new", "-x509", "-nodes", "-days", "2", "-subj", "/CN=other",
            "-keyout", folder.file("other.key"), "-out", wrong,
          ])
        try #require(made.waitUntilExit() == 0)

        for mode in ["sslmode=require", "sslmode=verify-full&sslrootcert=\(right)"] {
          let url = cluster.networkURL("postgres", mode)
          let server = try await RunningServer(folder, database: url)
          #expect(try await server.get("/health").status == 200)
          #expect(await server.stop() == 0)
        }
        try await RefusalTests.expectRefusal(
          of: cluster.networkURL("postgres", "sslmode=verify-full&sslrootcert=\(wrong)"),
          saying: "certificate verify failed")
        try await RefusalTests.expectRefusal(
          of: cluster.networkURL("postgres", "sslmode=verify-full&sslrootcert=/nowhere.crt"),
          saying: "\"/nowhere.crt\" does not exist")
        let name = "postgres://beckon:s3cret%26%2540@localhost.localdomain:\(cluster.port)/postgres"
        try await RefusalTests.expectRefusal(
          of: name + "?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert=\(right)",
          saying: "does not match host name")
      }
    }
  }
#endif
