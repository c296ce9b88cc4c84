import BeckonEngine
import BeckonModel
import Foundation
import Testing

/// "Why was I not credited?"
@Suite struct UnpaidTests {
  /// `reason role` of each entry about a fact of this name.
  private func reasons(_ person: TestPerson, _ name: String) async throws -> [String] {
    let answer = try await person.app.get(person.path + "/unpaid")
    #expect(answer.status == 200, "\(answer.text)")
    return answer.list("unpaid").filter { $0["name"]?.string == name }.map { entry in
      [entry["reason"]?.string, entry["role"]?.string].compactMap { $0 }.joined(separator: " ")
    }
  }

  private let buy = rule(
    ["event": "buy", "filter": ["plan": "year"]], to: "both", ["per": "event"])

  @Test func anEventThatDoesNotPassTheFilterIsShownWithTheFilter() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [buy])
      let ana = try await app.signUp("ana", campaign: campaign)
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      try await app.event("buy", id: "1", of: ben, ["plan": "month"])
      let answer = try await app.get(ben.path + "/unpaid")
      #expect(answer.string("unpaid.0.reason") == "filter_not_matched")
      #expect(answer.value("unpaid.0.filter") == ["plan": "year"])
      #expect(answer.value("unpaid.0.properties") == ["plan": "month"])
      #expect(answer.string("unpaid.0.rule") == campaign.ruleIDs[0])
      #expect(answer.string("unpaid.0.campaign") == campaign.id)
      // Who brought him asks too.
      let referrers = try await app.get(ana.path + "/unpaid").list("unpaid")
      #expect(referrers.map { $0["person"]?.string } == [ben.id])
      #expect(referrers.first?["reason"] == "filter_not_matched")
    }
  }

  @Test func whatIsPaidIsNotListed() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [buy, welcome, thanks])
      let ana = try await app.signUp("ana", campaign: campaign)
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      try await app.event("buy", id: "1", of: ben, ["plan": "year"])
      #expect(try await app.get(ben.path + "/unpaid").list("unpaid") == [])
      #expect(try await reasons(ana, "buy") == [])
    }
  }

  @Test func withoutAReferrerNobodyIsCredited() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [buy, thanks])
      let ben = try await app.signUp("ben", campaign: campaign)
      try await app.event("buy", id: "1", of: ben, ["plan": "year"])
      #expect(try await reasons(ben, "buy") == ["no_referral recipient", "no_referrer referrer"])
      #expect(try await reasons(ben, "beckon.sign_up") == ["no_referrer referrer"])
    }
  }

  @Test func anEventThatNobodyWaitsForNamesTheNearest() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [rule(["event": "purchase"])])
      let ben = try await app.signUp("ben", campaign: campaign)
      try await app.event("Purchases", id: "1", of: ben)
      let answer = try await app.get(ben.path + "/unpaid")
      #expect(answer.string("unpaid.0.reason") == "no_rule")
      #expect(
        answer.string("unpaid.0.explanation")
          == "No rule of a campaign waits for this event. Did you mean 'purchase'?")
    }
  }

  @Test func whatNoRuleWaitsForIsToldToTheReferrerOnceForEachName() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [rule(["event": "purchase"])])
      let ana = try await app.signUp("ana", campaign: campaign)
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      for id in ["1", "2"] { try await app.event("purchasse", id: id, of: ben) }
      try await app.event("look", id: "3", of: ben)
      let entries = try await app.get(ana.path + "/unpaid").list("unpaid")
      #expect(entries.map { $0["name"] } == ["look", "purchasse"])
      #expect(entries.allSatisfy { $0["reason"] == "no_rule" && $0["person"]?.string == ben.id })
      let explanation = entries.last?["explanation"]?.string
      #expect(explanation?.hasSuffix("Did you mean 'purchase'?") == true)
      #expect(try await reasons(ben, "purchasse") == ["no_rule", "no_rule"])
    }
  }

  @Test func aStepThatTheRuleDoesNotNameIsToldSo() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(
        goal: 3,
        rules: [rule(["referral": "confirmed"]), rule(["referrals": 2, "state": "pending"])])
      let ana = try await app.signUp("ana", campaign: campaign)
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      #expect(
        try await reasons(ben, "beckon.sign_up")
          == ["other_step recipient", "count_not_reached referrer"])
      _ = try await campaign.convert(ben, step: 3, id: "c3")
      #expect(try await reasons(ben, "beckon.conversion") == ["steps_missing recipient"])
      _ = try await campaign.convert(ben, step: 2, id: "c2")
      #expect(try await reasons(ben, "beckon.conversion") == ["other_step recipient"])
    }
  }

  @Test func whoIsNoMemberIsToldSo() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [])
      let second = try await app.campaign(name: "summer", rules: [rule(["event": "buy"])])
      let ben = try await app.signUp("ben", campaign: try await app.campaign(name: "x", rules: []))
      try await app.event("buy", id: "1", of: ben)
      let answer = try await app.get(ben.path + "/unpaid")
      #expect(answer.string("unpaid.0.reason") == "not_in_campaign")
      #expect(answer.string("unpaid.0.campaign") == second.id)
    }
  }

  @Test func whatBecameOfARewardIsTold() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [
        rule(["event": "wait"], ["hold_days": 7]), rule(["event": "careful"], ["trust": "server"]),
        rule(["event": "once"]), rule(["event": "capped"], ["per": "event", "cap": ["total": 50]]),
      ])
      let ana = try await app.signUp("ana", campaign: campaign)
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      for (name, key) in [
        ("wait", TestApp.Key.secret), ("careful", .publishable), ("once", .secret),
        ("capped", .secret),
      ] {
        for number in 1...2 { try await app.event(name, id: name + "\(number)", of: ben, as: key) }
      }
      #expect(Set(try await reasons(ben, "wait")) == ["pending recipient"])
      #expect(Set(try await reasons(ben, "careful")) == ["in_review recipient"])
      #expect(try await reasons(ben, "once") == ["paid_before recipient"])
      #expect(try await reasons(ben, "capped") == ["cap_total recipient"])
      let once = try await app.transfers().first {
        $0["state"] == "posted"
          && $0["rule"]?.string
            == campaign.ruleIDs[2]
      }
      _ = try await app.post("/v1/ledger/transfers/\(once?["id"]?.string ?? "")/clawback", [:])
      #expect(Set(try await reasons(ben, "once")) == ["taken_back recipient"])
    }
  }

  @Test func aRuleThatWasMadeLaterIsToldSo() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana", campaign: campaign)
      let ben = try await app.signUp("ben", referrer: ana.code, campaign: campaign)
      try await app.event("buy", id: "1", of: ben)
      #expect(try await reasons(ben, "buy") == ["no_rule"])
      _ = try await app.patch(campaign.path, ["rules": [rule(["event": "buy"])]])
      #expect(try await reasons(ben, "buy") == ["not_then recipient"])
    }
  }

  @Test func everyReasonIsDocumented() async throws {
    try await TestServer.run { server in
      let text = try await server.app.get("/v1/openapi.yaml").text
      let section = text.components(separatedBy: "    UnpaidReason:\n").last ?? ""
      let listed = section.components(separatedBy: "\n").drop { !$0.hasPrefix("        - ") }
        .prefix { $0.hasPrefix("        - ") }.map { String($0.dropFirst(10)) }
      #expect(listed == UnpaidReason.codes)
    }
  }

  @Test func itStoresNothingAndAsksForASecretKey() async throws {
    try await TestServer.run { server in
      let app = server.app
      let ben = try await app.signUp("ben")
      let before = try await server.number("SELECT COUNT(*) FROM refusals")
      _ = try await app.get(ben.path + "/unpaid?facts=50")
      #expect(try await server.number("SELECT COUNT(*) FROM refusals") == before)
      let asked = try await app.get(ben.path + "/unpaid", as: .publishable, token: ben.token)
      #expect(asked.code == "secret_key_required")
      #expect(try await app.get(ben.path + "/unpaid?facts=51").string("field") == "facts")
      let nobody = try await app.get("/v1/people/per_01m7xy0021f4xsry40tzfa1b7c/unpaid")
      #expect(nobody.string("detail") == "Not found: no such person in this app.")
    }
  }
}
