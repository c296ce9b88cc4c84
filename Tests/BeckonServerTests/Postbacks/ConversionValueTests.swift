import BeckonBasics
import BeckonDatabase
import BeckonEngine
import BeckonModel
import BeckonSQLite
import BeckonStore
import Testing

/// What an app is to tell Apple about an install.
@Suite struct ConversionValueTests {
  private static let schema: JSON = [
    "rules": [
      ["when": ["sign_up": true], "fine": 10, "coarse": "medium"],
      ["when": ["revenue": ["at_least": "50"]], "fine": 40, "coarse": "high"],
      ["when": ["event": "level", "filter": ["number": ["gte": 5]]], "fine": 20, "lock": true],
      ["window": 1, "when": ["payment": true], "coarse": "medium"],
    ]
  ]

  private static func current(
    _ server: TestServer, _ install: String
  ) async throws -> String? {
    let id = try #require(InstallID(install))
    let now = server.clock.withLock { $0 }
    return try await server.database.write { connection in
      let app = try TestServer.context(connection)
      let scope = Scope(connection: connection, app: app, now: now, ambient: .system)
      return try ConversionValues(scope).current(for: id).map { value in
        "\(value.window) \(value.fine) \(value.coarse)" + (value.locks ? " locked" : "")
      }
    }
  }

  private static func install(_ app: TestApp) async throws -> String {
    let answer = try await app.post(
      "/v1/installs", ["install_id": "phone", "platform": "ios"], as: .publishable)
    return try #require(answer.string("install"), "\(answer.text)")
  }

  /// Runs a server that has the schema, with an install that came after it.
  private static func run(_ body: (TestServer, String) async throws -> Void) async throws {
    try await TestServer.run { server in
      #expect(try await server.app.send("PUT", "/v1/postback-schema", schema).status == 200)
      try await body(server, try await install(server.app))
    }
  }

  private static func event(_ app: TestApp, _ id: String, _ event: JSON) async throws {
    let members: [JSON.Member] =
      [JSON.Member("id", .string(id))] + (event.members ?? [])
    let answer = try await app.post("/v1/events", ["events": [.object(members)]])
    #expect(answer.string("receipts.0.status") == "accepted", "\(answer.text)")
  }

  @Test("The value follows what is done on the phone and by its user, window by window")
  func follows() async throws {
    try await TestServer.run { server in
      let app = server.app
      let install = try await Self.install(app)
      #expect(try await Self.current(server, install) == nil, "there is no schema yet")
      #expect(try await app.send("PUT", "/v1/postback-schema", Self.schema).status == 200)
      #expect(try await Self.current(server, install) == "first 0 low")
      _ = try await app.signUp("ana", more: ["install_id": "phone"])
      #expect(try await Self.current(server, install) == "first 10 medium")
      try await Self.event(
        app, "1", ["name": "payment", "user_id": "ana", "properties": ["amount": 19.99]])
      try await Self.event(
        app, "2",
        ["name": "payment", "install_id": "phone", "properties": ["amount": "30.01"]])
      #expect(try await Self.current(server, install) == "first 40 high")
      try await server.wait(days: 2)
      #expect(try await Self.current(server, install) == "second 40 low")
      try await Self.event(app, "3", ["name": "payment", "install_id": "phone"])
      #expect(try await Self.current(server, install) == "second 40 medium")
      try await server.wait(days: 34)
      #expect(try await Self.current(server, install) == nil, "there is nothing left to tell")
    }
  }

  @Test("What was told is not taken back, and a locked value stays")
  func kept() async throws {
    try await Self.run { server, install in
      let app = server.app
      try await Self.event(
        app, "1", ["name": "level", "install_id": "phone", "properties": ["number": 5]])
      #expect(try await Self.current(server, install) == "first 20 low locked")
      try await server.change("DELETE FROM facts")
      #expect(try await Self.current(server, install) == "first 20 low locked")
      try await Self.event(
        app, "2", ["name": "payment", "install_id": "phone", "properties": ["amount": 99]])
      #expect(try await Self.current(server, install) == "first 20 low locked")
    }
  }

  @Test("However many other facts there are, those that the schema asks for count")
  func manyOthers() async throws {
    try await TestServer.run { server in
      let app = server.app
      #expect(try await app.send("PUT", "/v1/postback-schema", Self.schema).status == 200)
      let install = try await Self.install(app)
      for batch in 0..<21 {
        let events = (0..<500).map { number -> JSON in
          ["id": .string("\(batch)-\(number)"), "name": "tap", "install_id": "phone"]
        }
        #expect(try await app.post("/v1/events", ["events": .array(events)]).status == 200)
      }
      try await Self.event(
        app, "1", ["name": "payment", "install_id": "phone", "properties": ["amount": 99]])
      #expect(try await Self.current(server, install) == "first 40 high")
    }
  }

  @Test("An install keeps the schema with which it came")
  func pinned() async throws {
    try await Self.run { server, install in
      let app = server.app
      try await server.wait(hours: 1)
      let other: JSON = ["rules": [["when": ["install": true], "fine": 63]]]
      #expect(try await app.send("PUT", "/v1/postback-schema", other).status == 200)
      #expect(try await Self.current(server, install) == "first 0 low")
    }
  }

  @Test("Of an erased person's install nothing is told any more, and nothing is left")
  func erased() async throws {
    try await Self.run { server, _ in
      let app = server.app
      let phone = try await app.post(
        "/v1/installs", ["install_id": "anas", "platform": "ios"], as: .publishable)
      let install = try #require(phone.string("install"))
      let ana = try await app.signUp(
        "ana", more: ["install_id": "anas"], token: phone.string("token"))
      #expect(try await Self.current(server, install) == "first 10 medium")
      let export = try await ana.export()
      #expect(export.value("installs.0.conversion_values.0.fine") == 10)
      #expect(try await ana.erase().status == 204)
      #expect(try await server.number("SELECT COUNT(*) FROM conversion_values") == 0)
      #expect(try await Self.current(server, install) == nil)
    }
  }
}
