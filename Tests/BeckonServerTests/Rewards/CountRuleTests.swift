import BeckonModel
import Testing

/// Rules on counts: each referral must be good enough by itself.
@Suite struct CountRuleTests {
  private func objections(_ campaign: TestCampaign, _ person: TestPerson) async throws -> [JSON?] {
    let referral = try await campaign.referral(of: person)
    let all = referral?["not_counted"]?.elements ?? []
    #expect(referral?["counts"] == .bool(all.isEmpty))
    return all.map { $0["reasons"] }
  }

  @Test("Two self-referrals and a true one are one, until somebody approves")
  func selfReferrals() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [
        rule(["referrals": 3], to: "referrer", amount: 1_000)
      ])
      let ana = try await app.signUp("ana", more: ["email": "ana@gmail.com"])
      var eves: [TestPerson] = []
      for mail in ["a.na@gmail.com", "ana+x@googlemail.com"] {
        eves.append(
          try await app.signUp(mail, referrer: ana.code, more: ["email": .string(mail)]))
      }
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await (ana.balance, ana.pending) == (0, 0))
      #expect(try await objections(campaign, eves[0]) == [["self_referral"]])
      #expect(try await objections(campaign, ben) == [])

      let first = try await campaign.review(eves[0], "approve")
      #expect(first.value("counts") == true)
      #expect(first.list("paid") == [])
      #expect(try await ana.balance == 0)
      #expect(try await campaign.review(eves[1], "approve").list("paid").count == 1)
      #expect(try await ana.balance == 1_000)
      for eve in eves { #expect(try await campaign.review(eve, "approve").list("paid") == []) }
      #expect(try await ana.balance == 1_000)
    }
  }

  @Test("A match that is too weak for one rule counts for another")
  func matches() async throws {
    try await TestServer.run { server in
      let app = server.app
      let sure = rule(["referrals": 1], to: "referrer", ["unit": "sure"])
      let bold = rule(["referrals": 1], to: "referrer", ["unit": "bold", "min_match": "declared"])
      let campaign = try await app.campaign(rules: [sure, bold])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUpInApp(["user_id": "ben", "referrer": .string(ana.id)])
      #expect(try await (ana.balance(of: "sure"), ana.balance(of: "bold")) == (0, 50))
      let referral = try await campaign.referral(of: ben)
      #expect(referral?["match"] == "declared")
      #expect(
        referral?["not_counted"]
          == [["rule": .string(campaign.ruleIDs[0]), "reasons": ["weak_match"]]])
    }
  }

  @Test("Under trust: server a client's steps do not count, until a server tells them too")
  func trust() async throws {
    try await TestServer.run { server in
      let app = server.app
      let two = rule(["referrals": 2], to: "referrer", ["trust": "server"])
      let campaign = try await app.campaign(goal: 2, rules: [two])
      let ana = try await app.signUp("ana")
      var friends: [TestPerson] = []
      for name in ["ben", "cem", "dan"] {
        friends.append(try await app.signUp(name, referrer: ana.code))
      }
      for friend in friends {
        _ = try await campaign.convert(
          friend, step: 2, id: friend.name, as: .publishable, token: friend.token)
      }
      #expect(try await (ana.balance, ana.pending) == (0, 0))
      #expect(try await campaign.leaders() == ["ana": 3])
      #expect(try await objections(campaign, friends[0]) == [["client_fact"]])

      let told = try await campaign.convert(friends[0], step: 2, id: "ours")
      #expect(told.list("paid") == [])
      #expect(try await objections(campaign, friends[0]) == [])
      #expect(try await campaign.review(friends[1], "approve").list("paid").count == 1)
      #expect(try await ana.balance == 50)
    }
  }

  @Test("Who approves a reward approves of what had held it, and the count knows")
  func approvedReward() async throws {
    try await TestServer.run { server in
      let app = server.app
      let careful = rule(["referral": "confirmed"], ["trust": "server", "unit": "each"])
      let two = rule(["referrals": 2], to: "referrer", ["trust": "server"])
      let campaign = try await app.campaign(goal: 2, rules: [careful, two])
      let ana = try await app.signUp("ana", more: ["email": "ana@shop.example"])
      let ben = try await app.signUp("ben", referrer: ana.code)
      let eve = try await app.signUp(
        "eve", referrer: ana.code, more: ["email": "ana+x@shop.example"])
      for friend in [ben, eve] {
        _ = try await campaign.convert(
          friend, step: 2, id: friend.name, as: .publishable, token: friend.token)
      }
      #expect(try await objections(campaign, eve) == [["self_referral", "client_fact"]])
      for transfer in try await app.transfers("&state=in_review") {
        #expect(try await ana.balance == 0)
        let id = try #require(transfer["id"]?.string)
        let approved = try await app.post(
          "/v1/ledger/transfers/\(id)/review", ["decision": "approve"])
        #expect(approved.string("state") == "posted")
      }
      #expect(try await ana.balance == 50)
      #expect(try await objections(campaign, eve) == [])
    }
  }

  @Test("Who is rejected leaves the counts, and what is held for them is void")
  func rejected() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [
        welcome, rule(["referrals": 1], to: "referrer"),
      ])
      let ana = try await app.signUp("ana", more: ["email": "ana@shop.example"])
      let eve = try await app.signUp(
        "eve", referrer: ana.code, more: ["email": "ana+x@shop.example"])
      #expect(try await eve.inReview == 50)
      let rejected = try await campaign.review(eve, "reject")
      #expect(rejected.string("state") == "reversed")
      #expect(try await (eve.inReview, ana.balance) == (0, 0))
      #expect(try await campaign.leaders() == [:])
      #expect(try await campaign.review(eve, "approve").code == "not_in_review")
      #expect(try await objections(campaign, eve) == [["reversed"]])
      let other = try await app.post(campaign.path + "/referrals/ref_x/review", [:])
      #expect(other.code == "invalid_field")
      #expect(
        try await app.post(
          campaign.path + "/referrals/\(campaign.id)/review", ["decision": "approve"]
        ).status == 404)
    }
  }

  @Test("Steps that were recorded before their trust was are known by their facts")
  func earlierSteps() async throws {
    try await TestServer.run { server in
      let app = server.app
      let two = rule(["referrals": 2], to: "referrer", ["trust": "server"])
      let campaign = try await app.campaign(goal: 2, rules: [two])
      let ana = try await app.signUp("ana")
      let people = [
        try await app.signUp("ben", referrer: ana.code),
        try await app.signUp("cem", referrer: ana.code),
        try await app.signUp("dan", referrer: ana.code),
      ]
      for (person, key) in zip(people, [TestApp.Key.publishable, .secret]) {
        _ = try await campaign.convert(
          person, step: 2, id: person.name, as: key, token: person.token)
      }
      try await server.change("UPDATE conversions SET trust = NULL")
      #expect(try await objections(campaign, people[0]) == [["client_fact"]])
      #expect(try await objections(campaign, people[1]) == [])
      #expect(try await campaign.convert(people[2], step: 2, id: "dan").status == 200)
      #expect(try await ana.balance == 50)
    }
  }

  @Test("What a merge lets two counts reach together is paid, and what both had, once")
  func merged() async throws {
    try await TestServer.run { server in
      let app = server.app
      let once = rule(["referrals": 2], to: "referrer", ["unit": "once"])
      let each = rule(["referrals": 2, "every": true], to: "referrer", ["unit": "each"])
      let five = rule(["referrals": 5], to: "referrer", ["unit": "five"])
      _ = try await app.campaign(rules: [once, each, five])
      let old = try await app.signUp("old")
      let new = try await app.signUp("new")
      for (owner, count) in [(old, 3), (new, 3)] {
        for number in 1...count {
          _ = try await app.signUp("\(owner.name)-\(number)", referrer: owner.code)
        }
      }
      #expect(try await old.merge(into: new).status == 200)
      #expect(try await new.balance(of: "once") == 50)
      #expect(try await new.balance(of: "each") == 150)
      #expect(try await new.balance(of: "five") == 50)
    }
  }
}

extension TestCampaign {
  /// Somebody decides about the referral of a person.
  func review(_ person: TestPerson, _ decision: String) async throws -> HTTPAnswer {
    let id = try #require(try await referral(of: person)?["id"]?.string)
    return try await app.post(
      path + "/referrals/\(id)/review", ["decision": .string(decision)])
  }
}
