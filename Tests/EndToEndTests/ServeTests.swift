import BeckonModel
import BeckonTesting
import ChildProcess
import Foundation
import TestDatabases
import TestPrograms
import Testing

@Suite struct ServeTests {
  @Test("The ready line says where the server listens, and it does")
  func readyLine() async throws {
    let server = try await RunningServer(try TemporaryFolder())
    #expect(server.ready["event"] == "ready")
    #expect(server.ready["database"] == (TestDatabase.isPostgres ? "postgres" : "sqlite"))
    #expect(server.ready["version"]?.string?.isEmpty == false)
    #expect(server.url == "http://127.0.0.1:\(server.port)")
    #expect(server.port > 0)
    #expect(try await server.get("/health").status == 200)
    #expect(await server.stop() == 0)
  }

  @Test("Every option can come from the environment; the command line wins; empty means not set")
  func environment() async throws {
    let folder = try TemporaryFolder()
    let server = try await RunningServer(
      folder,
      environment: [
        "BECKON_PUBLIC_URL": "https://go.example.com/", "BECKON_LISTEN": "nowhere",
        "BECKON_DATABASE": "sqlite:/nowhere/at/all.db", "BECKON_TRUSTED_PROXY": "",
      ])
    #expect(server.url == "https://go.example.com")
    #expect(await server.stop() == 0)
    let app = try await BeckonProgram.run(
      "app", "list", "--json", environment: ["BECKON_DATABASE": folder.database()])
    #expect(app.json == [])
  }

  @Test("SIGTERM and SIGINT stop it with 0, also in the moment in which it is ready")
  func stopping() async throws {
    for number in [SIGTERM, SIGINT] {
      for _ in 0..<10 {
        let server = try await RunningServer(try TemporaryFolder())
        server.signal(number)
        #expect(await server.ending() == 0)
      }
    }
  }

  @Test("SIGTERM lets a request that has begun end, and then refuses new ones")
  func draining() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    let socket = try TestSocket(port: server.port)
    let body = #"{"events":[{"id":"e1","name":"view"}]}"#
    let head =
      "POST /v1/events HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer \(keys.publishable)\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n"
    await socket.send(head + body.prefix(10))
    // The server has the head once it answers another connection that came later.
    #expect(try await server.get("/health").status == 200)
    server.signal(SIGTERM)
    try await eventually { server.log.contains("stopping") || !server.isRunning }
    await socket.send(String(body.dropFirst(10)))
    let answer = await socket.everything()
    #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
    #expect(answer.contains("accepted"))
    #expect(await server.ending() == 0)
  }

  @Test("A reader of the log that goes away does not end the server")
  func brokenLog() async throws {
    let folder = try TemporaryFolder()
    let process = try BeckonProgram.start(
      [
        "serve", "--listen", "127.0.0.1:0", "--log-level", "debug", "--database",
        folder.database(),
      ], output: .pipe, errors: .pipe)
    #expect(process.output?.availableData.isEmpty == false)
    try process.errors?.close()
    process.signal(SIGTERM)
    #expect(await process.ending() == 0)
  }
}
