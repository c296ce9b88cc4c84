import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// Somebody has more rows than one transaction touches. They are merged or erased at once, and a
/// loop does what is left.
@Suite struct ManyRowsTests {
  private static let many = Int(Leftovers.partMax) * 2 + 100

  private static func tell(_ server: TestServer, of person: TestPerson) async throws {
    for batch in stride(from: 0, to: many, by: 700) {
      let events = (batch..<min(batch + 700, many)).map { number -> JSON in
        [
          "id": .string("\(person.name) \(number)"), "name": "tap",
          "person": .string(person.id),
        ]
      }
      let answer = try await server.app.post("/v1/events", ["events": .array(events)])
      #expect(answer.status == 200, "\(answer.text)")
    }
  }

  private static func facts(_ server: TestServer, of person: TestPerson) async throws -> Int64 {
    try await server.number(
      "SELECT COUNT(*) FROM facts WHERE name = 'tap' AND subject = $1", [.id(PersonID(person.id))])
  }

  private static func left(_ server: TestServer) async throws -> Int64 {
    try await server.number("SELECT COUNT(*) FROM leftovers")
  }

  @Test("What a merge leaves becomes the survivor's, also when they become somebody else")
  func merged() async throws {
    try await TestServer.run { server in
      let (ana, ann) = (try await server.app.signUp("ana"), try await server.app.signUp("ann"))
      let zoe = try await server.app.signUp("zoe")
      try await Self.tell(server, of: ana)
      #expect(try await ana.merge(into: ann).status == 200)
      // With the sign-up, as many as one transaction touches.
      #expect(try await Self.facts(server, of: ann) == Leftovers.partMax - 1)
      #expect(try await ann.merge(into: zoe).status == 200)
      #expect(try await Self.left(server) > 0)
      try await server.wait()
      #expect(try await Self.facts(server, of: zoe) == Int64(Self.many))
      #expect(try await Self.left(server) == 0)
    }
  }

  @Test("Nothing of an erased person is told, whatever is left", arguments: [false, true])
  func erased(wasMerged: Bool) async throws {
    try await TestServer.run { server in
      let (ana, ann) = (try await server.app.signUp("ana"), try await server.app.signUp("ann"))
      try await Self.tell(server, of: ana)
      if wasMerged { #expect(try await ana.merge(into: ann).status == 200) }
      #expect(try await (wasMerged ? ann : ana).erase().status == 204)
      #expect(try await Self.left(server) > 0)
      let told = try await server.app.get("/v1/events?name=tap")
      #expect(told.status == 200)
      #expect(told.list("events") == [])
      try await server.wait()
      #expect(try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'tap'") == 0)
      #expect(try await Self.left(server) == 0)
    }
  }

  @Test("Who comes back right after an erasure sees nothing of before, and keeps what is new")
  func cameBack() async throws {
    try await TestServer.run { server in
      func tell(_ prefix: String, _ count: Int) async throws {
        for batch in stride(from: 0, to: count, by: 700) {
          let events = (batch..<min(batch + 700, count)).map { number -> JSON in
            ["id": .string("\(prefix) \(number)"), "name": "tap", "user_id": "ana"]
          }
          let answer = try await server.app.post("/v1/events", ["events": .array(events)])
          #expect(answer.status == 200, "\(answer.text)")
        }
      }
      try await tell("old", Self.many)
      let ana = try await server.app.signUp("ana")
      #expect(try await ana.erase().status == 204)
      let again = try await server.app.signUp("ana")
      // Not by a person's id, but under the user id itself.
      try await tell("new", 10)
      let told = try await server.app.get("/v1/events?name=tap&limit=200").list("events")
      #expect(told.count == 10)
      #expect(try await again.export().text.contains("old 1") == false)
      try await server.wait()
      #expect(try await server.number("SELECT COUNT(*) FROM facts WHERE name = 'tap'") == 10)
    }
  }

  @Test("What a user has paid becomes the person's, and the survivor's, and nobody's")
  func payments() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [])
      func paid(by person: TestPerson) async throws -> Int64 {
        try await server.number(
          "SELECT COUNT(*) FROM payments WHERE person = $1", [.id(PersonID(person.id))])
      }
      try await ManyChangesTests.pay(server, as: "ben")
      let (zoe, ben) = (try await server.app.signUp("zoe"), try await server.app.signUp("ben"))
      #expect(try await paid(by: ben) == Leftovers.partMax)
      #expect(try await ben.merge(into: zoe).status == 200)
      try await server.wait()
      #expect(try await paid(by: zoe) == Int64(ManyChangesTests.many))
      #expect(try await zoe.erase().status == 204)
      let named = "SELECT COUNT(*) FROM payments WHERE payer IS NOT NULL" as StaticString
      #expect(try await server.number(named) == 0)
      try await server.wait()
      #expect(try await server.number(named) == 0)
    }
  }

  @Test("Apps take turns: what is left of one does not keep that of another waiting")
  func turns() async throws {
    try await TestServer.run { server in
      _ = try await server.otherApp()
      let apps = try await server.database.write { connection in
        let apps = try connection.rows("SELECT number FROM apps ORDER BY number", []) {
          $0.integer(0)
        }
        for (number, app) in [apps[0], apps[0], apps[0], apps[1], apps[1]].enumerated() {
          try connection.run(
            """
            INSERT INTO leftovers (app, work, subject, number) VALUES ($1, 'facts.forget', $2, $3)
            """,
            [
              .integer(app), .identifier(Identifier(high: 0, low: UInt64(number))),
              .integer(Int64(number)),
            ])
        }
        return apps
      }
      var turns: [Int64] = []
      while let app = try await Self.goOn(server) { turns.append(app) }
      #expect(turns == [apps[0], apps[1], apps[0], apps[1], apps[0]])
    }
  }

  /// Does the next part of what is left, and gives whose.
  private static func goOn(_ server: TestServer) async throws -> Int64? {
    let ambient = server.ambient
    return try await server.database.write { connection in
      guard let piece = try Leftovers.claim(connection) else { return nil }
      let app = try #require(
        try Accounts.context(of: piece.app, connection))
      let scope = Scope(
        connection: connection, app: app, now: ambient.now(), ambient: ambient)
      _ = try Leftovers(scope).goOn(piece)
      return piece.app
    }
  }
}
