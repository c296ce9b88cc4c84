import BeckonModel
import TestPrograms
import Testing

@Suite struct AppCommandTests {
  @Test("Apps made while a server runs work at once, and are listed")
  func create() async throws {
    let folder = try TemporaryFolder()
    let server = try await RunningServer(folder)
    let keys = try await AppKeys(folder)
    #expect(try await server.get("/v1/app", key: keys.secret).status == 200)
    let list = try await BeckonProgram.run("app", "list", "--json", "--database", folder.database())
    #expect(list.json?[0]?["app"]?.string == keys.app)
    #expect(await server.stop() == 0)
  }

  @Test("A rotated key works at once; a revoked one stops within a second")
  func rotation() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    #expect(try await server.get("/v1/app", key: keys.secret).status == 200)
    let rotated = try await keysCommand(folder, "rotate", keys.app, ["--as", "secret"])
    let fresh = try #require(rotated.json?["secret_key"]?.string)
    #expect(try await server.get("/v1/app", key: fresh).status == 200)
    let listed = try await keysCommand(folder, "list", keys.app)
    let old = listed.json?.elements?.first {
      $0["kind"] == "secret" && keys.secret.hasPrefix($0["begins"]?.string?.prefix(6) ?? "?")
    }
    let id = try #require(old?["key"]?.string)
    #expect(try await keysCommand(folder, "revoke", keys.app, ["--key", id]).status == 0)
    let clock = ContinuousClock()
    let revoked = clock.now
    while try await server.get("/v1/app", key: keys.secret).status == 200,
      clock.now - revoked < .seconds(60)
    {}
    // One second is promised; the rest is for a machine that does other things.
    #expect(clock.now - revoked < .seconds(30))
    #expect(try await server.get("/v1/app", key: keys.secret).status == 401)
    #expect(try await server.get("/v1/app", key: fresh).status == 200)
    let again = try await keysCommand(folder, "revoke", keys.app, ["--key", id])
    #expect(again.status == 1)
    #expect(again.errors.contains("Try:   beckon app keys list"))
    #expect(await server.stop() == 0)
  }

  @Test("A vendor's key that apps ship already works as an alias")
  func alias() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    func alias() async throws -> BeckonProgram.Finished {
      try await BeckonProgram.run(
        "app", "alias", "--app", keys.app, "--vendor", "linkrunner", "--key", "lr-token-1", "--as",
        "publishable", "--json", "--database", folder.database())
    }
    let made = try await alias()
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.json?["vendor"] == "linkrunner")
    let twice = try await alias()
    #expect(twice.status == 1)
    #expect(twice.errors.contains("registered already"))
    #expect(await server.stop() == 0)
  }

  private func keysCommand(
    _ folder: TemporaryFolder, _ verb: String, _ app: String, _ more: [String] = []
  ) async throws -> BeckonProgram.Finished {
    try await BeckonProgram.run(
      all: ["app", "keys", verb, "--app", app, "--json", "--database", folder.database()] + more)
  }
}
