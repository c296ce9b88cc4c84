import BeckonModel
import TestPrograms
import Testing

@Suite(.timeLimit(.minutes(10))) struct AppCommandTests {
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

  @Test("An added key works at once; a revoked one soon stops")
  func revocation() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    #expect(try await server.get("/v1/app", key: keys.secret).status == 200)
    let added = try await keysCommand(folder, "add", keys.app, ["--as", "secret"])
    let fresh = try #require(added.json?["secret_key"]?.string)
    #expect(try await server.get("/v1/app", key: fresh).status == 200)
    let id = try await oldKey(folder, keys)
    #expect(try await keysCommand(folder, "revoke", keys.app, ["--key", id]).status == 0)
    try await waitUntilRefused(keys.secret, server)
    #expect(try await server.get("/v1/app", key: fresh).status == 200)
    let again = try await keysCommand(folder, "revoke", keys.app, ["--key", id])
    #expect(again.status == 1)
    #expect(again.errors.contains("Try:   beckon app keys list"))
    #expect(await server.stop() == 0)
  }

  @Test("Rotating makes a key, and ends the old one after the grace")
  func rotation() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    let old = try await oldKey(folder, keys)
    let later = try await keysCommand(folder, "rotate", keys.app, ["--as", "secret"])
    #expect(later.json?["replaces"]?.string == old, "\(later.errors)")
    #expect(later.json?["old_key_ends_at"]?.string != nil)
    let fresh = try #require(later.json?["secret_key"]?.string)
    for key in [keys.secret, fresh] {
      #expect(try await server.get("/v1/app", key: key).status == 200)
    }
    // The old one has its end already, so the new one is meant.
    let now = try await keysCommand(
      folder, "rotate", keys.app, ["--as", "secret", "--grace", "0"])
    let freshest = try #require(now.json?["secret_key"]?.string, "\(now.errors)")
    try await waitUntilRefused(fresh, server)
    for key in [keys.secret, freshest] {
      #expect(try await server.get("/v1/app", key: key).status == 200)
    }
    _ = try await keysCommand(folder, "add", keys.app, ["--as", "secret"])
    let unclear = try await keysCommand(folder, "rotate", keys.app, ["--as", "secret"])
    #expect(unclear.status == 1)
    #expect(unclear.errors.contains("several secret keys"), "\(unclear.errors)")
    // One that is to end may be revoked before.
    #expect(try await keysCommand(folder, "revoke", keys.app, ["--key", old]).status == 0)
    try await waitUntilRefused(keys.secret, server)
    #expect(await server.stop() == 0)
  }

  /// The id of the secret key with which the app was made.
  private func oldKey(_ folder: TemporaryFolder, _ keys: AppKeys) async throws -> String {
    let listed = try await keysCommand(folder, "list", keys.app)
    let old = listed.json?.elements?.first {
      $0["kind"] == "secret" && keys.secret.hasPrefix($0["begins"]?.string?.prefix(6) ?? "?")
    }
    return try #require(old?["key"]?.string)
  }

  /// Waits for as long as it takes on a machine that does other things.
  private func waitUntilRefused(_ key: String, _ server: RunningServer) async throws {
    while try await server.get("/v1/app", key: key).status == 200 {}
    #expect(try await server.get("/v1/app", key: key).status == 401)
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
