import BeckonBasics
import BeckonModel
import BeckonStore
import Testing

/// Campaigns begin, pause, end and are archived, by hand and by date, and nothing of it is silent.
@Suite struct CampaignStateTests {
  private static func set(_ campaign: TestCampaign, _ change: JSON) async throws -> HTTPAnswer {
    let answer = try await campaign.app.patch(campaign.path, change)
    #expect(answer.status == 200, "\(answer.text)")
    return answer
  }

  private static func status(_ person: TestPerson) -> String? {
    person.answer.value("referral.status")?.string
  }

  @Test(
    "A campaign that takes nobody says so, and those who are in it go on",
    arguments: [
      (["state": "paused"], "paused", "campaign_paused"),
      (["state": "ended"], "ended", "campaign_ended"),
      (["state": "archived"], "archived", "campaign_ended"),
      (["ends_at": "2026-06-01T09:00:00Z"], "ended", "campaign_ended"),
      (["starts_at": "2026-06-01T10:00:00Z"], "scheduled", "campaign_not_started"),
    ] as [(JSON, String, String)])
  func closed(change: JSON, standing: String, status: String) async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [welcome, thanks])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await Self.set(campaign, change).string("standing") == standing)
      // Nobody new, by whichever way.
      for (name, referrer) in [("cem", ana.code), ("dan", nil)] {
        let person = try await app.signUp(name, referrer: referrer)
        #expect(Self.status(person) == status && person.referredBy == nil && person.code == nil)
      }
      // Ben is told what he has, and what he does late pays.
      let again = try await app.signUp("ben", referrer: ana.code)
      #expect(Self.status(again) == "made" && again.code == ben.code)
      #expect(try await campaign.convert(ben, step: 2, id: "c-1").status == 200)
      #expect(try await ana.balance == 50)
      // Links lead on.
      let code = try #require(ana.code)
      #expect(try await app.get("/" + code, as: .none).status == 302)
    }
  }

  @Test("An end that is past is warned of by the call that sets it, and by no other")
  func pastEnd() async throws {
    try await TestServer.run { server in
      let app = server.app
      let past: JSON = "2025-06-01T00:00:00Z"
      let made = try await app.post(
        "/v1/campaigns",
        ["name": "old", "goal": 1, "url": "https://shop.example/", "ends_at": past, "rules": []])
      #expect(made.status == 201 && made.string("standing") == "ended", "\(made.text)")
      #expect(made.list("warnings").map { $0["code"] } == ["ends_at_once"])
      let path = "/v1/campaigns/" + (made.string("id") ?? "")
      for (change, codes) in [
        (["name": "older"], []), (["ends_at": .null], []), (["ends_at": past], ["ends_at_once"]),
        (["ends_at": "2026-07-01T00:00:00Z"], []),
      ] as [(JSON, [JSON])] {
        let changed = try await app.patch(path, change)
        #expect(changed.status == 200, "\(changed.text)")
        #expect(changed.list("warnings").map { $0["code"] } == codes, "\(changed.text)")
      }
    }
  }

  @Test("What comes after the end is not paid where the operator says so, and the reason stays")
  func unpaid() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [thanks])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      _ = try await Self.set(
        campaign, ["ends_at": "2026-06-01T10:00:00Z", "pays_after_end": false])
      try await server.wait(hours: 1)
      #expect(try await campaign.convert(ben, step: 2, id: "c-1").string("state") == "confirmed")
      #expect(try await ana.balance == 0)
      #expect(try await campaign.refusals(of: ben) == ["campaign_ended"])
    }
  }

  @Test("The app's server may tell late of a sign-up that was in time")
  func lateWord() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      try await server.wait(hours: 2)
      _ = try await Self.set(campaign, ["state": "ended"])
      let code = try #require(ana.code)
      func signUp(_ name: String, at: JSON, _ key: TestApp.Key) async throws -> TestPerson {
        try TestPerson(
          app, name,
          await app.post(
            "/v1/people", ["user_id": .string(name), "referrer": .string(code), "at": at], as: key))
      }
      let inTime: JSON = "2026-06-01T10:00:00Z"
      #expect(Self.status(try await signUp("ben", at: inTime, .secret)) == "made")
      // A client's clock can be set to any time.
      #expect(Self.status(try await signUp("cem", at: inTime, .publishable)) == "campaign_ended")
    }
  }

  @Test("A second campaign does not end sign-ups: they join the default one")
  func defaults() async throws {
    try await TestServer.run { server in
      let app = server.app
      #expect(try await app.get("/v1/app").string("default_campaign") == nil)
      let spring = try await app.campaign(rules: [])
      try await server.wait(minutes: 1)
      let summer = try await app.campaign(name: "summer", rules: [])
      func isMember(_ name: String, of campaign: TestCampaign) async throws -> Bool {
        let person = try await app.signUp(name)
        #expect(person.code != nil)
        return try await person.read().list("referrals").contains {
          $0["campaign"]?.string == campaign.id
        }
      }
      #expect(try await app.get("/v1/app").string("default_campaign") == spring.id)
      #expect(try await isMember("ana", of: spring))
      try await app.set(["default_campaign": .string(summer.id)])
      #expect(try await app.get(summer.path).json["default"] == true)
      #expect(try await app.get(spring.path).json["default"] == false)
      #expect(try await isMember("ben", of: summer))
      // Ana, who is in one, is not enrolled in the other because she starts the app again.
      #expect(try await !isMember("ana", of: summer))
      try await app.set(["default_campaign": .null])
      _ = try await Self.set(spring, ["state": "ended"])
      #expect(try await app.get("/v1/app").string("default_campaign") == summer.id)
      #expect(try await isMember("cem", of: summer))
      let unknown = try await app.patch(
        "/v1/app", ["default_campaign": "cmp_01m7xy000fedjbz330nex3vnr1"])
      #expect(unknown.status == 422 && unknown.string("field") == "default_campaign")
    }
  }

  @Test("Who came by a link of a campaign that is over joins the default one, without a referrer")
  func tooLateLink() async throws {
    try await TestServer.run { server in
      let app = server.app
      let spring = try await app.campaign(rules: [])
      try await server.wait(minutes: 1)
      let summer = try await app.campaign(name: "summer", rules: [])
      let ana = try await app.signUp("ana", campaign: spring)
      _ = try await Self.set(spring, ["state": "archived"])
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(Self.status(ben) == "campaign_ended")
      #expect(ben.referredBy == nil && ben.code != nil)
      #expect(try await summer.referral(of: ben)?["referrer"] == nil)
      #expect(try await spring.referral(of: ben) == nil)
    }
  }

  @Test("Each change of state is kept with when and by which key, and the way back is open")
  func history() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      _ = try await Self.set(campaign, ["state": "paused"])
      try await server.wait(hours: 1)
      _ = try await Self.set(campaign, ["state": "archived", "name": "old"])
      #expect(try await app.get("/v1/campaigns").list("campaigns").isEmpty)
      let all = try await app.get("/v1/campaigns?archived=true").list("campaigns")
      #expect(all.map { $0["standing"] } == ["archived"])
      _ = try await Self.set(campaign, ["state": "active"])
      _ = try await Self.set(campaign, ["state": "active"])
      #expect(try await app.signUp("ana").code != nil)
      let history = try await app.get(campaign.path).list("history")
      let by = String(app.secret.prefix(8)) + "…"
      #expect(
        history == [
          ["at": "2026-06-01T10:00:00.000Z", "by": .string(by), "before": ["state": "archived"]],
          [
            "at": "2026-06-01T10:00:00.000Z", "by": .string(by),
            "before": ["name": "spring", "state": "paused"],
          ],
          ["at": "2026-06-01T09:00:00.000Z", "by": .string(by), "before": ["state": "active"]],
        ])
      #expect(try await app.get(campaign.path, as: .publishable).json["history"] == nil)
    }
  }

  @Test("Dates that cannot be are refused, and so is a start that would be an end")
  func dates() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let past: JSON = "2026-06-01T08:00:00Z"
      for (change, field) in [
        (["starts_at": "2026-06-02T09:00:00Z", "ends_at": past], "ends_at"),
        (["state": "active", "ends_at": past], "state"), (["state": "gone"], "state"),
      ] as [(JSON, String)] {
        let answer = try await app.patch(campaign.path, change)
        #expect(answer.status == 422 && answer.string("field") == field, "\(answer.text)")
      }
      _ = try await Self.set(campaign, ["ends_at": past])
      #expect(try await app.patch(campaign.path, ["state": "active"]).status == 422)
      let opened = try await Self.set(campaign, ["state": "active", "ends_at": .null])
      #expect(opened.string("standing") == "active")
    }
  }
}

/// A sign-up says what became of the referrer whom it names.
@Suite struct ReferrerStatusTests {
  @Test("A code that leads to nobody is told, also where a link has led to the install")
  func unknownCode() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: "NOSUCHCODE")
      #expect(ben.answer.json["referral"] == ["status": "unknown_code"])
      let phone = try await app.phone(at: "203.0.113.7").open(ana.link).install()
      let cem = try await phone.signUp("cem", ["referrer": "NOSUCHCODE"])
      #expect(cem.answer.json["referral"] == ["status": "made", "unknown_code": true])
      #expect(cem.referredBy == ana.id)
    }
  }

  @Test("A click's id that leads nowhere is told, unless something else leads to somebody")
  func unknownClick() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      for (name, click) in [("ben", "clk_00000000000000000000000000"), ("cem", "clk_cut-o")] {
        let person = try await app.signUp(name, more: ["click_id": .string(click)])
        #expect(person.answer.status == 201)
        #expect(person.answer.json["referral"] == ["status": "unknown_click"])
      }
      let code: JSON = .string(ana.code ?? "")
      let dora = try await app.signUp("dora", more: ["click_id": "clk_cut-o", "referrer": code])
      #expect(dora.answer.json["referral"] == ["status": "made"])
      let again = try await app.signUp("dora", more: ["click_id": "clk_cut-o"])
      #expect(again.answer.json["referral"] == ["status": "unknown_click"])
    }
  }

  @Test("A code of a link that is nobody's says so, with a campaign and without")
  func noOwner() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      for (name, more) in [("ben", ["campaign": .string(campaign.id)]), ("cem", [:])]
        as [(String, JSON)]
      {
        let url: JSON = ["url": "https://shop.example/"]
        let link = try await app.link(.object((url.members ?? []) + (more.members ?? [])))
        let person = try await app.signUp(name, referrer: link.code)
        #expect(person.answer.json["referral"] == ["status": "no_owner"])
        #expect(person.referredBy == nil && person.code != nil)
        let later = try await app.signUp(name, referrer: ana.code)
        #expect(later.answer.json["referral"] == ["status": "made"])
      }
    }
  }

  @Test("Who does not prove to be a known person is told that nothing was changed")
  func unproven() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      _ = try await app.signUp("ben")
      let answer = try await app.post(
        "/v1/people", ["user_id": "ben", "referrer": .string(try #require(ana.code))],
        as: .publishable)
      #expect(answer.value("referral.status") == "person_unproven", "\(answer.text)")
    }
  }

  @Test("A signed user id does not bring a phone's time into a campaign that is paused")
  func signedTime() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      try await server.wait(minutes: 60)
      #expect(try await app.patch(campaign.path, ["state": "paused"]).status == 200)
      try await server.wait(minutes: 1)
      let token = SignInTests.signed("ben", server, by: try await SignInTests.key(server))
      let early = server.clock.withLock { $0 }.adding(milliseconds: -30 * 60_000)
      let body = JSON.object([
        "user_id": "ben", "identity_token": .string(token), "referrer": ana.code.map(JSON.string),
        "at": .instant(early),
      ])
      let ben = try await app.post("/v1/people", body, as: .publishable)
      #expect(ben.value("referral.status") == "campaign_paused", "\(ben.text)")
      #expect(try await app.transfers().isEmpty)
    }
  }

  @Test("A rule whose attribute the app's settings spell otherwise is warned of")
  func attributeSpelling() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["record_rules": [["path": "last_signin_at", "write": "client"]]])
      func body(_ attribute: String) -> JSON {
        let rule: JSON = [
          "name": "welcome", "to": "recipient", "amount": 5, "unit": "EUR",
          "when": ["attribute": .string(attribute), "first_set": true],
        ]
        return ["name": "Spring", "goal": 1, "url": "https://shop.example/", "rules": [rule]]
      }
      let made = try await app.post("/v1/campaigns", body("lastSigninAt"))
      #expect(made.status == 201 && made.list("warnings").count == 1, "\(made.text)")
      #expect(made.value("warnings.0.code") == "unknown_attribute")
      #expect(made.string("warnings.0.detail")?.contains("'last_signin_at'?") == true)
      let path = "/v1/campaigns/" + (made.string("id") ?? "")
      let rules = body("last_signin_at")["rules"] ?? .null
      let mended = try await app.send("PATCH", path, ["rules": rules])
      #expect(mended.status == 200 && mended.value("warnings") == nil, "\(mended.text)")
      #expect(try await app.post("/v1/campaigns", body("level")).value("warnings") == nil)
    }
  }
}
