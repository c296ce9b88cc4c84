import BeckonBasics
import BeckonDatabase
import BeckonModel
import BeckonStore
import Testing

/// Somebody has paid much, or referred many, and what brought all that changes at once: few rows of
/// the feed say so, and it is counted in parts. (At the end `TestServer` compares all that is
/// counted with the rows.)
@Suite struct ManyChangesTests {
  /// More than is counted in one part.
  static let many = 2_300

  /// What a server has told of a user before anybody knew them.
  static func pay(_ server: TestServer, as user: String) async throws {
    let paid: JSON = ["amount": 1, "user_id": .string(user), "payment_id": "first"]
    _ = try await LinkrunnerBackend(app: server.app).call("POST", "capture-payment", paid)
    try await server.database.write { connection in
      let app = try TestServer.context(connection)
      let first = try connection.first("SELECT id FROM payments", []) { $0.identifier(0) }
      for number in 1..<Self.many {
        let id = Identifier(hashing: "payment", "\(number)")
        try connection.send(
          """
          INSERT INTO payments (app, id, reference, payer, kind, state, amount, revenue, currency,
            trust, at, received_at)
          SELECT app, $3, $3, payer, kind, state, amount, revenue, currency, trust, at, received_at
          FROM payments WHERE app = $1 AND id = $2
          """, [.integer(app.number), .identifier(first), .identifier(id)])
      }
    }
    // All of them are counted, as those of nobody.
    try await server.change("UPDATE daily_fills SET is_done = 0, roll_up = 'payment'")
    try await server.wait()
  }

  private static func rows(_ server: TestServer) async throws -> Int64 {
    try await server.number("SELECT COUNT(*) FROM feed")
  }

  private static func revenue(_ server: TestServer) async throws -> HTTPAnswer {
    try await server.app.get("/v1/revenue?by=link")
  }

  @Test("What a user has paid before they were known becomes the person's")
  func payments() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [])
      try await server.app.set(["currency": "EUR"])
      let ana = try await server.app.signUp("ana")
      try await Self.pay(server, as: "ben")
      let before = try await Self.rows(server)
      _ = try await server.app.signUp("ben", referrer: ana.code)
      #expect(try await Self.rows(server) - before < Leftovers.partMax + 20)
      // Too much waits to be added, so the report says up to when it is right.
      server.clock.withLock { $0 = $0.adding(milliseconds: 60_000) }
      #expect(try await Self.revenue(server).string("as_of") == "2026-06-01T09:00:00.000Z")
      try await server.wait()
      let counted = try await Self.revenue(server)
      #expect(counted.string("as_of") == "2026-06-01T09:01:00.000Z")
      #expect(counted.text.contains("\"payments\":\(Self.many)"), "\(counted.text)")
    }
  }

  @Test("Whom somebody has referred came by the link that the referrer gets later")
  func referred() async throws {
    try await TestServer.run { server in
      let campaign = try await server.app.campaign(rules: [])
      let ana = try await server.app.signUp("ana")
      let ben = try await server.app.signUp("ben", referrer: ana.code)
      try await server.database.write { connection in
        let app = try TestServer.context(connection)
        for number in 1..<1_200 {
          let id = Identifier(hashing: "person", "\(number)")
          let model: [DatabaseValue] = [
            .integer(app.number), .id(PersonID(ben.id)), .identifier(id),
          ]
          try connection.send(
            """
            INSERT INTO people (app, id, attributes, created_at, signed_up_at, sign_up_received_at,
              server_attributes)
            SELECT app, $3, attributes, created_at, signed_up_at, sign_up_received_at, '{}'
            FROM people WHERE app = $1 AND id = $2
            """, model)
          try connection.send(
            """
            INSERT INTO referrals (app, id, campaign, person, referrer, state, method, match,
              evidence, risk, joined_at, referred_at, updated_at)
            SELECT app, $3, campaign, $3, referrer, state, method, match, '{}', risk, joined_at,
              referred_at, updated_at
            FROM referrals WHERE app = $1 AND person = $2
            """, model)
        }
        try connection.send(
          """
          UPDATE referral_counts SET confirmed = confirmed + 1199
          WHERE app = $1 AND person = $2
          """, [.integer(app.number), .id(PersonID(ana.id))])
        try RankCheck(of: app.number, connection).mend(connection)
      }
      try await server.change("UPDATE daily_fills SET is_done = 0, roll_up = 'person'")
      try await server.wait()
      let zoe = try await server.app.signUp("zoe", campaign: nil)
      let before = try await Self.rows(server)
      #expect(try await ana.merge(into: zoe).status == 200)
      #expect(try await Self.rows(server) - before < 20)
      try await server.wait()
      #expect(Array(try await campaign.leaders().values) == [1_200])
    }
  }
}
