import BeckonModel
import Testing

/// Two people who turn out to be one.
@Suite struct MergeTests {
  @Test("The survivor has everything of both")
  func everything() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [thanks])
      let old = try await app.signUp("old", more: ["attributes": ["a": 1, "b": 1]])
      let new = try await app.signUp("new", more: ["attributes": ["b": 2]])
      _ = try await app.signUp("friend-1", referrer: old.code)
      _ = try await app.signUp("friend-2", referrer: new.code)
      try await app.event("seen", id: "early", of: old)
      #expect(try await old.merge(into: new).status == 200)
      try await app.event("seen", id: "late", of: old)

      #expect(try await new.balance == 100)
      let attributes = try await new.read().value("attributes")
      #expect([attributes?["a"], attributes?["b"]] == [1, 2])
      #expect(try await campaign.leaders() == ["new": 2])
      let facts = try await new.export().list("facts").filter { $0["name"] == "seen" }
      #expect(facts.count == 2)
      // The old id, link and identity lead to the survivor.
      #expect(try await app.get(old.path).string("person") == new.id)
      #expect(try await app.signUp("friend-3", referrer: old.code).referredBy == new.id)
      #expect(try await app.signUp("old").id == new.id)
      #expect(try await new.merge(into: new).code == "invalid_field")
    }
  }

  @Test("Who are one already are answered as before, whichever of their ids is named")
  func repeated() async throws {
    try await TestServer.run { server in
      let app = server.app
      let (ana, ben, cem) = (
        try await app.signUp("ana"), try await app.signUp("ben"), try await app.signUp("cem")
      )
      #expect(try await ana.merge(into: ben).status == 200)
      #expect(try await ben.merge(into: cem).status == 200)
      for (old, new) in [(ana, ben), (ana, cem), (ben, cem), (cem, ana)] {
        let again = try await old.merge(into: new)
        #expect(again.status == 200)
        #expect(again.string("person") == cem.id)
      }
      #expect(try await ana.merge(into: ana).code == "invalid_field")
    }
  }

  @Test("Nobody becomes their own referrer")
  func ownReferrer() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(goal: 2, rules: [])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await ana.merge(into: ben).status == 200)
      #expect(try await campaign.referral(of: ben) == nil)
      #expect(try await campaign.leaders() == [:])
    }
  }

  @Test("Nobody becomes their own referrer by taking over another's referral")
  func takenOverReferral() async throws {
    try await TestServer.run { server in
      let app = server.app
      let first = try await app.campaign(name: "first", rules: [thanks])
      let second = try await app.campaign(name: "second", rules: [])
      let ana = try await app.signUp("ana", campaign: second)
      let ben = try await app.signUp("ben", referrer: ana.id, campaign: first)
      #expect(ben.referredBy == ana.id)
      #expect(try await ben.merge(into: ana).status == 200)
      #expect(try await first.referral(of: ana) == nil)
      #expect(try await first.leaders() == [:])
    }
  }

  @Test("Nobody becomes their own referrer by a client's word either")
  func claimedOwnReferrer() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [])
      let ana = try await app.signUp("ana")
      let phone = try await app.phone(at: "203.0.113.7").install()
      _ = try await phone.signUp("ben", .object(["referrer": ana.code.map(JSON.string)]))
      let ben = try await app.signUp("ben")
      #expect(try await campaign.referral(of: ben)?["referrer_claimed"] == true)
      #expect(try await ana.merge(into: ben).status == 200)
      #expect(try await campaign.referral(of: ben) == nil)
      #expect(try await campaign.leaders() == [:])
    }
  }

  @Test("If one rule paid one and holds for the other, the later is taken back")
  func heldTwin() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [welcome])
      let ana = try await app.signUp("ana")
      let old = try await app.signUp("old", referrer: ana.code)
      let id = JSON.string(campaign.ruleIDs[0])
      let slow = rule(["referral": "confirmed"], ["id": id, "hold_days": 1])
      #expect(try await app.patch(campaign.path, ["rules": [slow]]).status == 200)
      let new = try await app.signUp("new", referrer: ana.code)
      #expect(try await old.merge(into: new).status == 200)
      try await server.wait(days: 2)
      #expect(try await new.balance == 50)
    }
  }

  @Test("What is held for a referrer is held for the survivor, and paid once")
  func heldForReferrer() async throws {
    try await TestServer.run { server in
      let app = server.app
      let held = rule(["event": "buy"], to: "referrer", ["hold_days": 1])
      _ = try await app.campaign(rules: [held])
      let old = try await app.signUp("old")
      let new = try await app.signUp("new")
      let ben = try await app.signUp("ben", referrer: old.code)
      try await app.event("buy", id: "1", of: ben)
      #expect(try await old.merge(into: new).status == 200)
      #expect(try await new.pending == 50)
      try await app.event("buy", id: "2", of: ben)
      try await server.wait(days: 1.1)
      #expect(try await (new.balance, new.pending) == (50, 0))
    }
  }

  @Test("Merging does not widen a cap")
  func caps() async throws {
    try await TestServer.run { server in
      let app = server.app
      let capped = rule(
        ["event": "buy"], to: "referrer", ["per": "event", "cap": ["per_person": 100]])
      _ = try await app.campaign(rules: [capped])
      let old = try await app.signUp("old")
      let new = try await app.signUp("new")
      let ben = try await app.signUp("ben", referrer: old.code)
      for id in 1...2 { try await app.event("buy", id: "\(id)", of: ben) }
      #expect(try await old.merge(into: new).status == 200)
      try await app.event("buy", id: "3", of: ben)
      #expect(try await new.balance == 100)
    }
  }
}
