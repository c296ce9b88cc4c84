import BeckonModel
import BeckonSDK
import ChildProcess
import Foundation
import TestPrograms
import Testing

/// An app with accounts: its user signs up on one phone and signs in on another, as
/// docs/ACCOUNTS.md tells it.
@Suite struct SignInTests {
  /// The pieces of docs/ACCOUNTS.md.
  private static let guide = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/ACCOUNTS.md")

  /// A phone with the SDK.
  private static func phone(
    _ folder: TemporaryFolder, _ name: String, _ server: RunningServer, _ key: String,
    identityToken: (@Sendable (String) async throws -> String?)? = nil
  ) throws -> BeckonClient {
    var options = BeckonOptions(
      directory: URL(fileURLWithPath: folder.file(name)), identityToken: identityToken)
    options.device = DeviceDescription(platform: .ios, osVersion: "18.5")
    return try Beckon.configure(
      url: try #require(URL(string: server.url)), key: key, options: options)
  }

  /// What the guide's function makes of a user id, in Node.js.
  private static func sign(_ userID: String, app: String, key: String) throws -> String {
    let text = try String(contentsOf: guide, encoding: .utf8)
    let code = try #require(text.components(separatedBy: "```js\n").dropFirst().first)
    let script =
      (code.components(separatedBy: "```").first ?? "")
      + "process.stdout.write(identityToken(process.argv[1]))"
    var environment = ProcessInfo.processInfo.environment
    environment["BECKON_APP"] = app
    environment["BECKON_IDENTITY_KEY"] = key
    let program = try ChildProcess(
      "/usr/bin/env", ["node", "-e", script, userID], environment: environment, output: .pipe)
    return String(decoding: program.output?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
  }

  @Test("On a second phone, by a single-use token and by a signed user id")
  func story() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    let first = try Self.phone(folder, "first", server, keys.publishable)
    try await first.start()
    let ana = try await first.identify(userID: "ana")
    let signUp = try await server.ask(
      "POST", "/v1/people", key: keys.secret,
      ["user_id": "ana", "install_id": .string(try first.installID())])
    #expect(signUp.json["person"] == .string(ana.id))
    #expect(try await first.balances().isEmpty)

    let made = try await command(folder, "create", keys.app)
    let identityKey = try #require(made.json?["identity_key"]?.string)
    let signed = try Self.phone(folder, "signed", server, keys.publishable) { userID in
      try Self.sign(userID, app: keys.app, key: identityKey)
    }
    let asked = try Self.phone(folder, "asked", server, keys.publishable) { userID in
      let person = try await server.ask(
        "POST", "/v1/people", key: keys.secret, ["user_id": .string(userID)])
      let path = "/v1/people/\(person.json["person"]?.string ?? "")/tokens"
      return try await server.ask("POST", path, key: keys.secret, [:]).json["token"]?.string
    }
    for phone in [signed, asked] {
      try await phone.start()
      #expect(try await phone.identify(userID: "ana").id == ana.id)
      #expect(try await phone.balances().isEmpty)
      #expect(try await phone.setAttributes(["level": 5]) == .delivered)
    }
    // The first phone is signed in still, and a stranger is nowhere.
    #expect(try await first.balances().isEmpty)
    let stranger = try Self.phone(folder, "stranger", server, keys.publishable)
    #expect(try await !stranger.identify(userID: "ana").isSignedIn)
    await #expect(throws: BeckonError.notSignedIn(nil)) { try await stranger.balances() }
    for phone in [first, signed, asked, stranger] { await phone.close() }
    #expect(await server.stop() == 0)
  }

  @Test("A new user is the server's word from the first, by either of the orders of the guide")
  func newUsers() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    let made = try await command(folder, "create", keys.app)
    let identityKey = try #require(made.json?["identity_key"]?.string)
    let signed = try Self.phone(folder, "signed", server, keys.publishable) { userID in
      try Self.sign(userID, app: keys.app, key: identityKey)
    }
    let named = try Self.phone(folder, "named", server, keys.publishable)
    for phone in [signed, named] { try await phone.start() }
    let installID = try named.installID()
    for user in ["ben", "cara"] {
      // Each log-in on the one phone, without a log-out between.
      let body: JSON = ["user_id": .string(user), "install_id": .string(installID)]
      let token = try #require(try named.installToken())
      _ = try await server.ask(
        "POST", "/v1/people", key: keys.secret, body, headers: ["Beckon-Token": token])
      #expect(try await named.identify(userID: user).isSignedIn)
      #expect(try await named.balances().isEmpty)
    }
    let dan = try await signed.identify(userID: "dan")
    let read = try await server.ask("GET", "/v1/people/\(dan.id)", key: keys.secret)
    #expect(read.json["identities"]?[0]?["confirmed"] == true)
    for phone in [signed, named] { await phone.close() }
    #expect(await server.stop() == 0)
  }

  @Test("Each command of docs/ACCOUNTS.md prints what stands there")
  func guide() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let server = try await RunningServer(folder)
    // The blocks with commands, as one session.
    let text = try String(contentsOf: Self.guide, encoding: .utf8)
    let blocks = text.components(separatedBy: "```\n").filter { $0.hasPrefix("$ ") }
    let steps = ReadmeSession.steps(
      of: "## Commands\n```\n" + blocks.joined() + "```", below: "Commands")
    var session = ReadmeSession(server: server.url)
    for step in steps {
      let program = try ChildProcess(
        "/bin/bash", ["-c", session.real(step.command)],
        environment: [
          "PATH": "/usr/bin:/bin", "BECKON": server.url, "SECRET_KEY": keys.secret,
        ], output: .pipe)
      let output = String(
        decoding: program.output?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
      let said = step.printed.joined(separator: "\n")
      #expect(try session.agrees(output, with: said), "\(step.command) printed \(output)")
    }
    #expect(steps.count == 3)
    #expect(await server.stop() == 0)
  }

  @Test("Identity keys are made, listed without their secret and removed")
  func identityKeys() async throws {
    let folder = try TemporaryFolder()
    let keys = try await AppKeys(folder)
    let made = try #require(try await command(folder, "create", keys.app).json)
    let id = try #require(made["key_id"]?.string)
    let listed = try await command(folder, "list", keys.app)
    #expect(listed.json?[0]?["key_id"] == .string(id))
    #expect(listed.json?[0]?["identity_key"] == nil)
    for _ in 1...4 { #expect(try await command(folder, "create", keys.app).status == 0) }
    let tooMany = try await command(folder, "create", keys.app)
    #expect(tooMany.status == 1 && tooMany.errors.contains("identity-keys list"))
    #expect(try await command(folder, "remove", keys.app, ["--key", "wbk_1"]).status == 64)
    #expect(try await command(folder, "remove", keys.app, ["--key", id]).status == 0)
    #expect(try await command(folder, "remove", keys.app, ["--key", id]).status == 1)
    #expect(try await command(folder, "list", keys.app).json?.elements?.count == 4)
  }

  private func command(
    _ folder: TemporaryFolder, _ verb: String, _ app: String, _ more: [String] = []
  ) async throws -> BeckonProgram.Finished {
    try await BeckonProgram.run(
      all: ["app", "identity-keys", verb, "--app", app, "--json", "--database", folder.database()]
        + more)
  }
}
