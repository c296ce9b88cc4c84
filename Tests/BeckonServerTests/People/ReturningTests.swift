import BeckonModel
import Testing

/// Who was erased and comes back is welcomed once, in whatever order their identities come.
@Suite struct ReturningTests {
  private static let held = rule(["referral": "confirmed"], ["hold_days": 7, "unit": "later"])

  @Test(
    "The old mail that is added afterwards ends as if it had come first", arguments: [true, false])
  func afterwards(mailComesFirst: Bool) async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [welcome, thanks, Self.held])
      let ana = try await app.signUp("ana")
      let mail: JSON = ["email": "ben@example.com"]
      let ben = try await app.signUp("ben", referrer: ana.code, more: mail)
      #expect(try await ben.erase().status == 204)
      let back = try await app.signUp(
        "ben-2", referrer: ana.code, more: mailComesFirst ? mail : [:])
      #expect(try await back.balance == (mailComesFirst ? 0 : 50))
      _ = try await app.signUp("ben-2", more: mail)
      #expect(try await (back.balance, back.balance(of: "later", "pending")) == (0, 0))
      #expect(try await ana.balance == 50)
      #expect(try await campaign.referral(of: back)?["returning"] == true)
      let taken = try await app.transfers().filter { $0["kind"] == "clawback" }
      #expect(
        taken.map { $0["reasons"] } == (mailComesFirst ? [] : [["returning"], ["returning"]]))
      try await server.wait(days: 8)
      #expect(try await back.balance(of: "later") == 0)
    }
  }

  @Test("It is known of all that a person joins later, and of whom they become one with")
  func everywhere() async throws {
    try await TestServer.run { server in
      let app = server.app
      let first = try await app.campaign(name: "first", rules: [welcome])
      let second = try await app.campaign(name: "second", rules: [welcome])
      let ana = try await app.signUp("ana", campaign: first)
      let ana2 = try await app.signUp("ana", campaign: second)
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await ben.erase().status == 204)
      let back = try await app.signUp("ben", referrer: ana.code)
      let more = try await app.post(
        "/v1/people",
        ["user_id": "ben", "referrer": .string(try #require(ana2.code))])
      #expect(more.string("referred_by") == ana.id)
      #expect(try await back.balance == 0)

      let cem = try await app.signUp("cem", referrer: ana.code)
      #expect(try await cem.balance == 50)
      #expect(try await back.merge(into: cem).status == 200)
      #expect(try await cem.balance == 0)
    }
  }

  @Test("Who was welcomed, claims others' mail addresses and is erased takes nothing from them")
  func welcomedThief() async throws {
    try await TestServer.run { server in
      let app = server.app
      let careful = rule(["referral": "confirmed"], ["trust": "server"])
      _ = try await app.campaign(rules: [careful, thanks])
      let ana = try await app.signUp("ana")
      let thief = try await app.signUp("thief", referrer: ana.code)
      #expect(try await thief.balance == 50)
      let claim: JSON = ["user_id": "thief", "email": "ben@example.com"]
      let claimed = try await app.post("/v1/people", claim, as: .publishable, token: thief.token)
      #expect(claimed.status == 200, "\(claimed.text)")
      let erased = try await app.call("DELETE", thief.path, as: .publishable, token: thief.token)
      #expect(erased.status == 204)
      let mail: JSON = ["email": "ben@example.com"]
      let ben = try await app.signUpInApp(
        .object((mail.members ?? []) + [JSON.Member("referrer", .string(ana.code ?? ""))]))
      _ = try await app.signUp("ben", referrer: ana.code, more: mail)
      #expect(try await (ben.balance, ana.balance) == (50, 100))
    }
  }

  @Test("Who was taken for somebody erased is not, once the server names them")
  func lifted() async throws {
    try await TestServer.run { server in
      let app = server.app
      let careful = rule(["referral": "confirmed"], ["trust": "server"])
      let campaign = try await app.campaign(rules: [careful, welcome])
      let ana = try await app.signUp("ana")
      // Nobody has named the thief either, and a rule that trusts clients has paid.
      let mail: JSON = ["email": "ben@example.com", "referrer": .string(ana.code ?? "")]
      let thief = try await app.signUpInApp(mail)
      #expect(try await (thief.balance, thief.inReview) == (50, 50))
      let erased = try await app.call("DELETE", thief.path, as: .publishable, token: thief.token)
      #expect(erased.status == 204)
      let ben = try await app.signUpInApp(mail)
      #expect(try await campaign.referral(of: ben)?["returning"] == true)
      _ = try await app.signUp("ben", referrer: ana.code, more: ["email": "ben@example.com"])
      #expect(try await campaign.referral(of: ben)?["returning"] == nil)
      #expect(try await ben.balance == 100)
    }
  }

  @Test("Who erases a person made under another's mail takes nothing from the mail's owner")
  func thief() async throws {
    try await TestServer.run { server in
      let app = server.app
      let careful = rule(["referral": "confirmed"], ["trust": "server"])
      _ = try await app.campaign(rules: [careful])
      let ana = try await app.signUp("ana")
      let mail: JSON = ["email": "ben@example.com"]
      let thief = try await app.signUpInApp(
        ["email": "ben@example.com", "referrer": .string(try #require(ana.code))])
      // In review is not welcomed.
      #expect(try await thief.inReview == 50)
      let erased = try await app.call("DELETE", thief.path, as: .publishable, token: thief.token)
      #expect(erased.status == 204)
      let ben = try await app.signUp("ben", referrer: ana.code, more: mail)
      #expect(try await ben.balance == 50)

      // And one who was welcomed stays so, whatever is erased without a welcome before or after.
      #expect(try await ben.erase().status == 204)
      let again = try await app.signUpInApp(["email": "ben@example.com"])
      #expect(
        try await app.call("DELETE", again.path, as: .publishable, token: again.token).status
          == 204)
      let back = try await app.signUp("ben-2", referrer: ana.code, more: mail)
      #expect(try await back.balance == 0)
    }
  }

  @Test("Tombstones of before count as they did")
  func earlierTombstones() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben")
      #expect(try await ben.erase().status == 204)
      try await server.change("UPDATE tombstones SET welcomed = NULL")
      let back = try await app.signUp("ben", referrer: ana.code)
      #expect(try await back.balance == 0)
    }
  }

  @Test("A mail that is added later and is the referrer's mailbox raises the risk")
  func laterMail() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [welcome])
      let ana = try await app.signUp("ana", more: ["email": "ana@gmail.com"])
      let eve = try await app.signUp("eve", referrer: ana.code)
      _ = try await app.signUp("eve", more: ["email": "a.na+1@gmail.com"])
      #expect(try await campaign.referral(of: eve)?["risk"]?["reasons"] == ["self_referral"])
      #expect(try await campaign.convert(eve, step: 2, id: "2").status == 200)
      #expect(try await (eve.balance, eve.inReview) == (0, 50))
    }
  }
}
