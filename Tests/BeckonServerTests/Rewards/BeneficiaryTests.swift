import BeckonModel
import Testing

/// Who is paid, and who must not be.
@Suite struct BeneficiaryTests {
  @Test("The referrer, the referrer's referrer, and one further")
  func levels() async throws {
    try await TestServer.run { server in
      let app = server.app
      let rules = (1...3).map {
        rule(
          ["referral": "confirmed"], to: "referrer",
          ["level": .integer($0), "amount": .integer($0)])
      }
      _ = try await app.campaign(rules: rules)
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let cem = try await app.signUp("cem", referrer: ben.code)
      let dan = try await app.signUp("dan", referrer: cem.code)
      let eve = try await app.signUp("eve", referrer: dan.code)
      var balances: [Int64] = []
      for person in [ana, ben, cem, dan, eve] { balances.append(try await person.balance) }
      // Ana: 1 for Ben, 2 for Cem, 3 for Dan.
      #expect(balances == [6, 6, 3, 1, 0])
    }
  }

  @Test("A level above 1 is only a referrer's")
  func levelNeedsReferrer() async throws {
    try await TestServer.run { server in
      let answer = try await server.app.post(
        "/v1/campaigns",
        [
          "name": "x", "goal": 1, "url": "https://shop.example/",
          "rules": [rule(["event": "a"], to: "both", ["level": 2])],
        ])
      #expect(answer.string("field") == "rules[0].level")
    }
  }

  @Test("Who came by themselves is paid only by an organic rule")
  func organic() async throws {
    try await TestServer.run { server in
      let app = server.app
      let all = rule(["event": "buy"], to: "both", ["organic": true, "unit": "all"])
      _ = try await app.campaign(rules: [all, rule(["event": "buy"])])
      let ana = try await app.signUp("ana")
      try await app.event("buy", id: "1", of: ana)
      #expect(try await (ana.balance(of: "all"), ana.balance) == (50, 0))
    }
  }

  @Test("A weak match pays nothing and reveals nobody, unless the rule says so")
  func weak() async throws {
    try await TestServer.run { server in
      let app = server.app
      let bold = rule(["referral": "confirmed"], to: "both", ["min_match": "weak", "unit": "bold"])
      let campaign = try await app.campaign(rules: [welcome, thanks, bold])
      let ana = try await app.signUp("ana", more: ["email": "ana@example.com"])
      let visit = try await app.phone(at: "203.0.113.7").open(ana.link)
      try await server.wait(hours: 2)
      let phone = try await visit.install()
      #expect(phone.match == "weak")
      #expect(phone.launch?.value("match.referrer") == .null)
      let ben = try await phone.signUp("ben")
      #expect(ben.referredBy == nil)
      for path in [ben.path, ben.path + "/export"] {
        let seen = try await app.get(path, as: .publishable, token: ben.token)
        #expect(seen.status == 200)
        #expect(!seen.text.contains(ana.id) && !seen.text.contains("ana@example.com"))
      }
      #expect(try await (ana.balance, ben.balance) == (0, 0))
      #expect(try await (ana.balance(of: "bold"), ben.balance(of: "bold")) == (50, 50))
      #expect(try await campaign.refusals(of: ben) == ["weak_match", "weak_match"])
    }
  }

  @Test("A rule that asks for certainty refuses a match by network and device")
  func unique() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [
        rule(["referral": "confirmed"], ["min_match": "unique"])
      ])
      let ana = try await app.signUp("ana")
      let ben = try await app.phone(at: "203.0.113.7").open(ana.link).install().signUp("ben")
      let cem = try await app.signUp("cem", referrer: ana.code)
      #expect(try await (ben.balance, cem.balance) == (0, 50))
    }
  }

  @Test("Referring oneself puts the reward in review, with reasons")
  func selfReferral() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [welcome, thanks])
      let phone = try await app.phone(at: "203.0.113.7").install()
      let ana = try await phone.signUp("ana", ["email": "a.na@gmail.com"])
      let mail = try await app.signUp(
        "eve", referrer: ana.code, more: ["email": "ana+x@googlemail.com"])
      #expect(try await campaign.referral(of: mail)?["risk"]?["reasons"] == ["self_referral"])
      // The referrer's own install.
      let same = try await app.post(
        "/v1/people",
        [
          "user_id": "ana-2", "install_id": .string(phone.installID),
          "referrer": .string(try #require(ana.code)),
        ])
      let second = try TestPerson(app, "ana-2", same)
      let risk = try await campaign.referral(of: second)?["risk"]
      #expect(risk?["reasons"] == ["referrer_install"])
      #expect(risk?["level"] == "high")
      #expect(try await (ana.balance, mail.balance, second.balance) == (0, 0, 0))
      #expect(try await app.transfers("&state=in_review").count == 4)
    }
  }

  @Test("A shared address or throw-away mail is shown, and holds nothing")
  func lowRisk() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [welcome])
      let ana = try await app.phone(at: "203.0.113.7").install().signUp("ana")
      let ben = try await app.phone(at: "203.0.113.7").install()
        .signUp(
          "ben", ["referrer": .string(try #require(ana.code)), "email": "ben@mailinator.com"])
      let risk = try await campaign.referral(of: ben)?["risk"]
      #expect(risk?["reasons"] == ["disposable_mail", "shared_address"])
      #expect(risk?["level"] == "medium")
      #expect(try await ben.balance == 50)
    }
  }
}
