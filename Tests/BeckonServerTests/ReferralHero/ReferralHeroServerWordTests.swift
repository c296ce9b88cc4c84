import BeckonBasics
import BeckonModel
import Testing

/// The app's server says who somebody is and what they have done: a client's word before that,
/// which may be anybody's, neither shuts it out nor earns by it.
@Suite struct ReferralHeroServerWordTests {
  private static let track = "/subscribers/track_referral_conversion_event"

  /// A campaign that pays referrers for what the server says.
  private static func run(
    goal: Int, open: Bool = false,
    _ body: (TestApp, ReferralHeroBackEnd, ReferralHeroClient) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      if open { try await server.app.set(["open_members": true]) }
      let made = try await server.app.post(
        "/v1/campaigns",
        [
          "name": "friends", "goal": .integer(goal), "list_uuid": "MFword",
          "url": "https://shop.example/",
          "rules": [
            [
              "name": "thanks", "when": ["referral": "confirmed"], "to": "referrer", "amount": 10,
              "unit": "credit", "trust": "server",
            ]
          ],
        ])
      try #require(made.status == 201, "\(made.text)")
      try await body(
        server.app, ReferralHeroBackEnd(app: server.app, list: "MFword"),
        ReferralHeroClient(app: server.app, list: "MFword", address: "203.0.113.7"))
    }
  }

  private static func states(_ app: TestApp) async throws -> [String?] {
    try await app.transfers().map { $0["state"]?.string }
  }

  @Test("Who claims an address first has nothing of it when the server names who it is")
  func squatter() async throws {
    try await Self.run(goal: 2) { app, server, phone in
      var thief = phone
      _ = try await thief.add(["email": "thief@example.com"])
      let ana = try await server.add("ana")
      var squatter = phone
      _ = try await squatter.add([
        "email": "ben@example.com", "referrer": .string(thief.code),
      ])
      let ben = try await server.add("ben", referrer: ana.code, ["extra_field": "secret"])
      #expect(ben.id == squatter.id)
      let tracked = try await server.call("POST", Self.track, ["email": "ben@example.com"])
      #expect(tracked.string("data.response") == "custom_event_completed", "\(tracked.text)")
      let paid = try await app.transfers()
      #expect(paid.map { $0["state"]?.string } == ["posted"], "\(paid)")
      let anas = try await server.call("GET", "/subscribers/\(ana.id)")
      #expect(anas.integer("data.people_referred") == 1, "Ana brought Ben")
      let read = try await squatter.call("GET", "/subscribers/\(ben.id)")
      #expect(read.string("data.extra_field") == "", "\(read.text)")
      let deleted = try await squatter.call("DELETE", "/subscribers/\(ben.id)", [:])
      #expect(deleted.string("code") == "invalid_token", "\(deleted.text)")
    }
  }

  @Test("A purchase that a server tells of a claimed address ends the claim as well")
  func purchase() async throws {
    try await Self.run(goal: 1) { app, server, phone in
      try await app.set(["currency": "EUR"])
      var squatter = phone
      _ = try await squatter.add(["email": "ben@example.com"])
      let told = try await server.call(
        "POST", "/subscribers/add_transactions", ["email": "ben@example.com", "amount": 5])
      #expect(told.status == 200, "\(told.text)")
      let read = try await squatter.call("GET", "/subscribers/\(squatter.id)")
      #expect(!read.text.contains("5.00"), "\(read.text)")
    }
  }

  @Test(
    "What a client told first is paid when the server tells it",
    arguments: [["transaction_id": "o1"], [:], ["transaction_id": "step 3"]] as [JSON])
  func later(_ transaction: JSON) async throws {
    try await Self.run(goal: 3, open: true) { app, server, phone in
      let ana = try await server.add("ana")
      _ = try await server.add("ben", referrer: ana.code)
      var ben = phone
      let body = transaction.and(["email": "ben@example.com"])
      let client = try await ben.call("POST", Self.track, body)
      #expect(client.string("data.response") == "custom_event_completed", "\(client.text)")
      for path in [Self.track, "/subscribers/confirm"] {
        let told = try await server.call("POST", path, body)
        #expect(told.status == 200, "\(path): \(told.text)")
      }
      #expect(try await Self.states(app) == ["posted"])
      let again = try await server.call("POST", "/subscribers/confirm", body)
      #expect(again.string("code") == "custom_event_already_completed", "\(again.text)")
    }
  }

  @Test("Where members are open, no client gives a referrer to whom the server has named")
  func openReferrer() async throws {
    try await Self.run(goal: 1, open: true) { app, server, phone in
      var thief = phone
      _ = try await thief.add(["email": "thief@example.com"])
      let ben = try await server.add("ben")
      var stranger = phone
      let told = try await stranger.add([
        "email": "ben@example.com", "referrer": .string(thief.code),
      ])
      #expect(told.text.contains("needs the member's token"), "\(told.text)")
      let read = try await server.call("GET", "/subscribers/\(ben.id)")
      #expect(read.value("data.referred") == false, "\(read.text)")
      #expect(try await app.transfers().isEmpty)
    }
  }

  @Test("One transaction of a client's and of the server's is one sum")
  func sum() async throws {
    try await Self.run(goal: 1) { app, server, phone in
      try await app.set(["currency": "EUR"])
      var ben = phone
      _ = try await ben.add([
        "email": "ben@example.com", "conversion_value": 5, "transaction_id": "o1",
      ])
      let purchase: JSON = ["email": "ben@example.com", "amount": 7, "transaction_id": "o1"]
      for _ in 1...2 {
        _ = try await server.call("POST", "/subscribers/add_transactions", purchase)
      }
      let other = try await server.call(
        "POST", "/subscribers/add_transactions",
        ["email": "ben@example.com", "amount": 9, "transaction_id": "o1"])
      #expect(other.text.contains("\"amount\":7.00"), "what stands: \(other.text)")
      #expect(other.text.contains("was counted under this transaction_id"), "\(other.text)")
      let dollars = try await server.call(
        "POST", "/subscribers/add_transactions",
        ["email": "ben@example.com", "amount": 9, "currency": "USD"])
      #expect(dollars.status == 400 && dollars.text.contains("EUR"), "\(dollars.text)")
      let read = try await server.call("GET", "/subscribers/\(ben.id)")
      #expect(read.text.contains("\"conversion_amount\":7.00"), "\(read.text)")
    }
  }

  @Test("A list that is asked by what it does not know is refused; a prize of nothing says why")
  func unknown() async throws {
    try await Self.run(goal: 1) { _, server, _ in
      let ana = try await server.add("ana")
      let refused = try await server.call("GET", "/subscribers?stripe_customer_id=cus_9")
      #expect(refused.status == 400 && refused.string("code") == "invalid_parameter")
      let two = try await server.call("GET", "/subscribers?per_page=2")
      #expect(two.integer("data.pagination.per_page") == 2, "\(two.text)")
      _ = try await server.call("POST", "/subscribers/\(ana.id)/promote")
      let none = try await server.call("POST", "/subscribers/\(ana.id)/unlock_promoted_reward")
      #expect(none.text.contains("no rule on 'promoted'"), "\(none.text)")
    }
  }

  @Test("Whom the server adds again: what is another's is told, and no token is made for nobody")
  func again() async throws {
    try await TestServer.run { server in
      let made = try await server.app.post(
        "/v1/campaigns",
        ["name": "friends", "goal": 1, "list_uuid": "MFword", "url": "https://shop.example/"])
      try #require(made.status == 201, "\(made.text)")
      let backend = ReferralHeroBackEnd(app: server.app, list: "MFword")
      _ = try await backend.add("ana", ["phone_number": "+4915112345678"])
      let ben = try await backend.add("ben")
      var client = ReferralHeroClient(app: server.app, list: "MFword", address: "203.0.113.7")
      client.key = server.app.secret
      let count: StaticString = "SELECT COUNT(*) FROM tokens"
      let before = try await server.number(count)
      let told = try await client.add([
        "email": "ben@example.com", "phone_number": "+4915112345678", "referrer": "nobody",
      ])
      #expect(told.string("data.id") == ben.id, "\(told.text)")
      let warnings = told.value("data.warnings")?.text ?? ""
      #expect(warnings.contains("another person's"), "\(told.text)")
      #expect(warnings.contains("unknown_code"), "\(told.text)")
      #expect(try await server.number(count) == before)
    }
  }

  @Test("A purchase of the member in the path makes no other address theirs")
  func path() async throws {
    try await Self.run(goal: 1) { app, server, _ in
      try await app.set(["currency": "EUR"])
      let ana = try await server.add("ana")
      let told = try await server.call(
        "POST", "/subscribers/\(ana.id)/add_points", ["points": 5, "email": "eve@example.com"])
      #expect(told.status == 200, "\(told.text)")
      let eve = try await app.get("/v1/people?email=eve@example.com")
      #expect(eve.status == 404 || eve.list("people").isEmpty, "\(eve.text)")
    }
  }
}
