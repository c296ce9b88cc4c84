import BeckonModel
import Testing

/// When a sign-up is, and what hangs on it.
@Suite struct SignUpTimeTests {
  @Test("What happened before the sign-up pays nothing, and the receipt says so")
  func before() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [rule(["event": "buy"], ["per": "event"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let early = try await app.event("buy", id: "1", of: ben, at: server.time(days: -1))
      #expect(early["status"] == "accepted")
      #expect(early["reason"]?.string?.contains("before the person signed up") == true)
      #expect(try await ben.balance == 0)
      #expect(try await campaign.refusals(of: ben) == ["before_sign_up"])
      #expect(try await app.event("buy", id: "2", of: ben)["reason"] == nil)
      #expect(try await ben.balance == 50)
    }
  }

  /// Days by which a phone's clock is wrong, when it signed up and when it tells of it, by the true
  /// time in days from now, and how much of three purchases a day apart is paid.
  struct Offline: Sendable {
    var clock = 0.0
    var at: Double?
    var tellsSent = true
    let paid: Int64
  }

  @Test(
    "A sign-up that was made offline counts from when it was made, however wrong the clock",
    arguments: [
      Offline(paid: 0), Offline(at: -3.5, paid: 150), Offline(at: -1.5, paid: 50),
      Offline(clock: 400, at: -3.5, paid: 150), Offline(clock: -400, at: -1.5, paid: 50),
      // In the future it is now; without sent_at the phone's clock is believed, to its limits.
      Offline(at: 9, paid: 0), Offline(clock: 1, at: -3.5, tellsSent: false, paid: 100),
    ])
  func offline(_ example: Offline) async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], ["per": "event"])])
      let ana = try await app.signUp("ana")
      func told(_ days: Double) -> JSON { server.time(days: days + example.clock) }
      let times = JSON.object([
        "at": example.at.map(told), "sent_at": example.tellsSent ? told(0) : nil,
      ])
      let ben = try await app.signUp("ben", referrer: ana.code, more: times)
      for day in 1...3 {
        try await app.event("buy", id: "\(day)", of: ben, at: server.time(days: -Double(day)))
      }
      #expect(try await ben.balance == example.paid)
    }
  }

  @Test("A sign-up of half a year ago is refused; one of last month pays nothing")
  func old() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      let refused = try await app.post(
        "/v1/people", ["user_id": "ben", "at": server.time(days: -180)])
      #expect(refused.string("field") == "at")
      let ben = try await app.signUp(
        "ben", referrer: ana.code, more: ["at": server.time(days: -40)])
      #expect(try await ben.balance == 0)
      #expect(try await campaign.refusals(of: ben) == ["too_old"])
    }
  }

  @Test("Nobody moves the sign-up of somebody who has signed up")
  func once() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], ["per": "event"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      _ = try await app.signUp("ben", more: ["at": server.time(days: -9)])
      try await app.event("buy", id: "1", of: ben, at: server.time(days: -1))
      #expect(try await ben.balance == 0)
      try await server.wait(days: 2)
      _ = try await app.signUp("ben")
      try await app.event("buy", id: "2", of: ben, at: server.time(days: -1))
      #expect(try await ben.balance == 50)
    }
  }

  @Test("Who is anonymous is enrolled, and the referrer waits for the sign-up, whatever its age")
  func anonymous() async throws {
    try await TestServer.run { server in
      let app = server.app
      let first = rule(["referrals": 1, "state": "pending"], to: "referrer", ["unit": "first"])
      let joined = rule(["referral": "pending"], to: "both")
      let campaign = try await app.campaign(goal: 2, rules: [joined, first])
      let ana = try await app.signUp("ana")
      let phone = try await app.phone(at: "203.0.113.7").install()
      let anonymous = try await app.signUpInApp(
        ["install_id": .string(phone.installID), "referrer": .string(try #require(ana.code))],
        token: phone.token)
      #expect(anonymous.answer.string("referral.status") == "awaiting_sign_up")
      #expect(anonymous.referredBy == ana.id)
      #expect(anonymous.link != nil)
      #expect(try await campaign.leaders() == [:])
      let early = try await campaign.convert(anonymous, step: 1, id: "1")
      #expect(early.code == "step_out_of_order")
      #expect(try await app.event("seen", id: "e", of: anonymous)["status"] == "accepted")

      try await server.wait(days: 40)
      let ben = try await phone.signUp("ben")
      #expect(ben.id == anonymous.id)
      #expect(ben.code == anonymous.code)
      #expect(ben.answer.string("referral.status") == nil)
      #expect(ben.referredBy == ana.id)
      #expect(try await (ana.balance, ben.balance) == (50, 50))
      #expect(try await ana.balance(of: "first") == 50)
      #expect(try await campaign.referral(of: ben)?["state"] == "pending")
    }
  }

  @Test("The day in which a referrer can be set runs from the sign-up, not from the first look")
  func window() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      let phone = try await app.phone(at: "203.0.113.7").install()
      _ = try await phone.useAnonymously()
      try await server.wait(days: 3)
      _ = try await phone.signUp("ben")
      try await server.wait(hours: 20)
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(ben.referredBy == ana.id)

      let pushed = LinkrunnerPhone(app: app)
      #expect(try await pushed.send("update-push-token", ["push_token": "a"]).status == 200)
      try await server.wait(days: 3)
      _ = try await pushed.send("trigger", ["user_data": ["id": "cem"]])
      #expect(try await app.signUp("cem", referrer: ana.code).referredBy == ana.id)
    }
  }

  @Test("Steps that came while somebody was anonymous count when they sign up")
  func earlySteps() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [thanks])
      let ana = try await app.signUp("ana")
      let phone = try await app.phone(at: "203.0.113.7").open(ana.link).install()
      let anonymous = try await phone.useAnonymously()
      #expect(try await campaign.convert(anonymous, step: 2, id: "2").status == 409)
      #expect(try await ana.balance == 0)
      _ = try await phone.signUp("ben")
      #expect(try await ana.balance == 50)
    }
  }

  @Test("Of who had signed up long before, an anonymous look on a new phone makes no referral")
  func newPhone() async throws {
    try await TestServer.run { server in
      let app = server.app
      let other = try await app.campaign(name: "other", rules: [])
      let campaign = try await app.campaign(rules: [thanks])
      let ana = try await app.signUp("ana", campaign: campaign)
      let ben = try await app.signUp("ben", campaign: other)
      try await server.wait(days: 9)
      let phone = try await app.phone(at: "203.0.113.7").open(ana.link).install()
      let anonymous = try await phone.useAnonymously()
      #expect(try await anonymous.merge(into: ben).status == 200)
      let part = try await ben.read().list("referrals").first {
        $0["campaign"]?.string == campaign.id
      }
      #expect(part?["state"] == "confirmed")
      #expect(part?["referrer"] == nil)
      #expect(try await ana.balance == 0)
    }
  }

  @Test(
    "Whom somebody named while anonymous is their referrer, though they signed up elsewhere",
    arguments: [(0, 50), (23, 50), (25, 0)] as [(Double, Int64)])
  func elsewhere(hours: Double, paid: Int64) async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [welcome, thanks])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben")
      try await server.wait(hours: hours)
      let phone = try await app.phone(at: "203.0.113.7").install()
      let anonymous = try await app.signUpInApp(
        ["install_id": .string(phone.installID), "referrer": .string(try #require(ana.code))],
        token: phone.token)
      try await server.wait(days: 5)
      #expect(try await anonymous.merge(into: ben).status == 200)
      #expect(try await (ana.balance, ben.balance) == (paid, paid))
      #expect(try await campaign.leaders() == (paid == 0 ? [:] : ["ana": 1]))
      #expect(
        try await server.number("SELECT COUNT(*) FROM referrals WHERE state = 'superseded'") == 1)
    }
  }

  @Test("What a client only declares pays nothing unless a rule says so; a server is believed")
  func declared() async throws {
    try await TestServer.run { server in
      let app = server.app
      let bold = rule(["referral": "confirmed"], ["min_match": "declared", "unit": "bold"])
      let campaign = try await app.campaign(rules: [welcome, bold])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUpInApp(["user_id": "ben", "referrer": .string(ana.id)])
      let cem = try await app.signUpInApp(
        ["user_id": "cem", "referrer": .string(try #require(ana.code))])
      let dan = try await app.signUp("dan", referrer: ana.id)
      for (person, match) in [(ben, "declared"), (cem, "unique"), (dan, "unique")] {
        #expect(try await campaign.referral(of: person)?["match"]?.string == match)
        #expect(person.referredBy == ana.id)
        #expect(try await person.balance(of: "bold") == 50)
      }
      #expect(try await (ben.balance, cem.balance, dan.balance) == (0, 50, 50))
      #expect(try await campaign.refusals(of: ben) == ["weak_match"])
    }
  }
}
