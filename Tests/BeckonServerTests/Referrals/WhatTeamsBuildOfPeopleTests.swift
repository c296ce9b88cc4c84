import BeckonModel
import Testing

/// What teams build by hand to tell who brought whom, and who is who (`docs/RULES.md`).
@Suite struct WhatTeamsBuildOfPeopleTests {
  @Test(
    "Of two who could have brought somebody the first wins, or the last, and it is said who lost",
    arguments: [("strongest", "cem", nil), ("first", "ana", "later"), ("last", "cem", "earlier")]
      as [(String, String, String?)])
  func firstOrLast(choice: String, winner: String, why: String?) async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [thanks])
      let chosen = try await app.patch(campaign.path, ["referrer_choice": .string(choice)])
      #expect(chosen.string("referrer_choice") == choice)
      let (ana, cem) = (try await app.signUp("ana"), try await app.signUp("cem"))
      // Ben follows Ana's link, and a day later types Cem's code.
      let link = "/" + (try #require(ana.code))
      let click = try #require(try await app.phone(at: "203.0.113.7").open(link).click)
      try await server.wait(hours: 24)
      let ben = try await app.signUp(
        "ben", referrer: cem.code, more: ["click_id": .string(click)])
      #expect(ben.referredBy == (winner == "ana" ? ana : cem).id)
      let evidence = try await campaign.referral(of: ben)?["evidence"]
      #expect(evidence?["lost"]?.elements?.first?["why"]?.string == why)
      let loser = winner == "ana" ? cem : ana
      if why != nil { #expect(evidence?["lost"]?.elements?.first?["referrer"]?.string == loser.id) }
      #expect(try await (ana.balance, cem.balance) == (winner == "ana" ? (50, 0) : (0, 50)))
    }
  }

  @Test(
    "Before the sign-up a referrer who is noted stays, or gives way to the next",
    arguments: [("strongest", "ana"), ("first", "ana"), ("last", "cem")])
  func beforeSignUp(choice: String, winner: String) async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [thanks])
      _ = try await app.patch(campaign.path, ["referrer_choice": .string(choice)])
      let (ana, cem) = (try await app.signUp("ana"), try await app.signUp("cem"))
      // Ben looks around as Ana's guest, and names Cem when he signs up.
      let phone = try await app.phone(at: "203.0.113.7").install()
      let install = JSON.string(phone.installID)
      let visitor = try await app.signUpInApp(
        ["install_id": install, "referrer": .string(try #require(ana.code))], token: phone.token)
      #expect(visitor.referredBy == ana.id)
      try await server.wait(hours: 1)
      let ben = try await app.signUpInApp(
        ["user_id": "ben", "install_id": install, "referrer": .string(try #require(cem.code))],
        token: phone.token)
      #expect(ben.id == visitor.id)
      #expect(ben.referredBy == (winner == "ana" ? ana : cem).id)
      #expect(try await (ana.balance, cem.balance) == (winner == "ana" ? (50, 0) : (0, 50)))
      #expect(try await campaign.leaders() == [winner: 1])
    }
  }

  @Test("Another spelling of somebody's Gmail address is no new user, until somebody decides")
  func sameMailbox() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["hold_same_mailbox": true])
      let campaign = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      let first = try await app.signUp("first", more: ["email": "ben.ten@gmail.com"])
      let again = try await app.signUp(
        "again", referrer: ana.code, more: ["email": "BenTen+2@googlemail.com"])
      let other = try await app.signUp(
        "other", referrer: ana.code, more: ["email": "benten@example.com"])
      #expect(try await (again.balance, again.inReview, other.balance) == (0, 50, 50))
      let risk = try await campaign.referral(of: again)?["risk"]
      #expect(risk == ["level": "high", "reasons": ["same_mailbox"]])
      // The mailbox goes with the person: who has been erased is nobody's double.
      for person in [first, again] {
        let erased = try await person.erase()
        #expect(erased.status == 204)
      }
      let third = try await app.signUp(
        "third", referrer: ana.code, more: ["email": "be.nten@gmail.com"])
      #expect(try await third.balance == 50)
    }
  }

  @Test("An app that does not ask looks at no mailbox")
  func mailboxUnasked() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      _ = try await app.signUp("first", more: ["email": "ben@gmail.com"])
      let again = try await app.signUp(
        "again", referrer: ana.code, more: ["email": "b.en@gmail.com"])
      #expect(try await again.balance == 50)
    }
  }

  @Test("Two of one referral who pay with one card are looked at", arguments: [true, false])
  func sameInstrument(isReferrerFirst: Bool) async throws {
    try await TestServer.run { server in
      let app = server.app
      let paid = rule(["event": "payment"], to: "referrer")
      let campaign = try await app.campaign(rules: [paid])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let cem = try await app.signUp("cem", referrer: ana.code)
      let card: JSON = ["instrument": "fp_9x1"]
      if isReferrerFirst { try await app.pay(ana, "5", id: "ana", card) }
      try await app.pay(ben, "5", id: "ben", card)
      try await app.pay(cem, "5", id: "cem", ["instrument": "fp_other"])
      if !isReferrerFirst { try await app.pay(ana, "5", id: "ana", card) }
      #expect(
        try await campaign.referral(of: ben)?["risk"]?["reasons"] == ["same_instrument"])
      #expect(try await campaign.referral(of: cem)?["risk"]?["reasons"] == [])
      // What was paid before it was known stays paid; somebody can take it back.
      let expected: (Int64, Int64) = isReferrerFirst ? (50, 50) : (100, 0)
      #expect(try await (ana.balance, ana.inReview) == expected)
    }
  }

  @Test("Only the app's server says with what somebody paid")
  func instrumentOfClient() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ana = try await app.signUp("ana")
      let told = try await app.post(
        "/v1/payments",
        [
          "id": "1", "person": .string(ana.id), "amount": "5", "currency": "EUR",
          "instrument": "fp",
        ], as: .publishable, token: ana.token)
      #expect(told.code == "invalid_field" && told.text.contains("secret key"))
    }
  }

  @Test("Terms are those of the referral: a rule that is edited or retired pays whom it promised")
  func terms() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [
        rule(["event": "buy"], to: "referrer", amount: 10),
        rule(["event": "level"], to: "referrer", amount: 1),
      ])
      _ = try await app.patch(campaign.path, ["terms": "at_referral"])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await server.wait(minutes: 1)
      let edited = rule(
        ["event": "buy"], to: "referrer", amount: 70, ["id": .string(campaign.ruleIDs[0])])
      let changed = try await app.patch(campaign.path, ["rules": [edited]])
      #expect(changed.status == 200 && changed.string("terms") == "at_referral")
      let cem = try await app.signUp("cem", referrer: ana.code)
      var balances: [Int64] = []
      for (event, friend) in [("buy", ben), ("level", ben), ("buy", cem), ("level", cem)] {
        try await app.event(event, id: event + friend.name, of: friend)
        balances.append(try await ana.balance)
      }
      #expect(balances == [10, 11, 81, 81])
    }
  }

  @Test("Without that the rules of now hold for everybody")
  func currentTerms() async throws {
    try await TestServer.run { server in
      let app = server.app
      let buy = rule(["event": "buy"], to: "referrer", amount: 10)
      let campaign = try await app.campaign(rules: [buy])
      #expect(campaign.made.string("terms") == "current")
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let id = JSON.string(campaign.ruleIDs[0])
      let edited = rule(["event": "buy"], to: "referrer", amount: 70, ["id": id])
      _ = try await app.patch(campaign.path, ["rules": [edited]])
      try await app.event("buy", id: "1", of: ben)
      #expect(try await ana.balance == 70)
      #expect(try await app.patch(campaign.path, ["terms": "always"]).code == "invalid_field")
      #expect(try await app.patch(campaign.path, ["term": "current"]).code == "invalid_field")
      let chosen: JSON = ["terms": "at_referral", "referrer_choice": "last"]
      #expect(try await app.patch(campaign.path, chosen).status == 200)
      let before = try await app.get(campaign.path).value("history.0.before")
      #expect(before == ["terms": "current", "referrer_choice": "strongest"])
    }
  }

  @Test("A referrer's own client lists whom they brought, with names masked, and nobody else's")
  func invitees() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      for name in ["ben", "cem"] {
        let mail = JSON.string(name + "@example.com")
        _ = try await app.signUp(name, referrer: ana.code, more: ["email": mail])
        try await server.wait(minutes: 1)
      }
      let path = ana.path + "/invitees"
      let first = try await app.get(path + "?limit=1", as: .publishable, token: ana.token)
      #expect(first.list("invitees").map { $0["name"] } == ["c***@example.com"])
      #expect(first.list("invitees").first?["campaign"]?.string == campaign.id)
      #expect(first.list("invitees").first?["person"] == nil)
      let next = try #require(first.string("next"))
      let second = try await app.get(
        path + "?limit=1&cursor=\(next)", as: .publishable, token: ana.token)
      #expect(second.list("invitees").map { $0["name"] } == ["b***@example.com"])
      #expect(second.list("invitees").map { $0["state"] } == ["confirmed"])
      #expect(second.value("next") == .null)
      let ben = try await app.signUp("dan")
      #expect(try await app.get(path, as: .publishable, token: ben.token).status == 403)
      #expect(try await app.get(path, as: .publishable).status == 403)
    }
  }
}
