import BeckonModel
import Testing

/// What makes a rule fire.
@Suite struct TriggerTests {
  @Test("An event fires when its filter passes, once for a referral")
  func event() async throws {
    try await TestServer.run { server in
      let app = server.app
      let filter: JSON = ["plan": "pro", "price": ["gte": 9.5, "lt": 100], "trial": ["ne": true]]
      _ = try await app.campaign(rules: [rule(["event": "buy", "filter": filter], to: "both")])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let fails: [JSON] = [
        [:], ["plan": "pro", "price": 9.49], ["plan": "pro", "price": 100],
        ["plan": "pro", "price": "9.49"], ["plan": "pro", "price": "fifty"],
        ["plan": "free", "price": 50],
        ["plan": "pro", "price": 50, "trial": true],
      ]
      for (index, properties) in fails.enumerated() {
        try await app.event("buy", id: "no-\(index)", of: ben, properties)
      }
      try await app.event("sell", id: "no", of: ben, ["plan": "pro", "price": 50])
      #expect(try await (ana.balance, ben.balance) == (0, 0))
      try await app.event("buy", id: "yes", of: ben, ["plan": "pro", "price": 9.5])
      try await app.event("buy", id: "more", of: ben, ["plan": "pro", "price": 20])
      #expect(try await (ana.balance, ben.balance) == (50, 50))
    }
  }

  @Test("An attribute that had no value gets one")
  func firstSet() async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [rule(["attribute": "city", "first_set": true])])
      let ana = try await server.app.signUp("ana")
      let ben = try await server.app.signUp("ben", referrer: ana.code)
      try await ben.set(["town": "Izmir", "city": .null])
      #expect(try await ben.balance == 0)
      #expect(try await ben.set(["city": "Izmir"]).list("paid").count == 1)
      for city: JSON in [.null, "Ankara"] { try await ben.set(["city": city]) }
      #expect(try await ben.balance == 50)
    }
  }

  @Test(
    "A number crosses a bound",
    arguments: [
      // Values that are set in turn, and whether the rule with the bound 5 fires.
      ([5], true), ([4, 5], true), ([4.9, 5.1], true), ([9], true), ([-1, 7], true),
      (["4", 6], true), ([.null, 5.0], true), ([4], false), ([4.999], false), (["5"], true),
      (["six"], false), ([true], false), ([[5]], false),
    ] as [([JSON], Bool)])
  func crosses(values: [JSON], fires: Bool) async throws {
    try await TestServer.run { server in
      _ = try await server.app.campaign(rules: [rule(["attribute": "level", "crosses": 5])])
      let ana = try await server.app.signUp("ana")
      let ben = try await server.app.signUp("ben", referrer: ana.code)
      for value in values { try await ben.set(["level": value]) }
      #expect(try await ben.balance == (fires ? 50 : 0))
    }
  }

  @Test("A number that stays above its bound, or comes again, crosses it once")
  func crossesOnce() async throws {
    try await TestServer.run { server in
      let level = rule(["attribute": "level", "crosses": 2.5], to: "referrer")
      _ = try await server.app.campaign(rules: [level])
      let ana = try await server.app.signUp("ana")
      let ben = try await server.app.signUp(
        "ben", referrer: ana.code, more: ["attributes": ["level": 2]])
      for value: JSON in [3, 4, 1, 3] { try await ben.set(["level": value]) }
      #expect(try await ana.balance == 50)
    }
  }

  @Test("A count of referrals is reached once, or at each multiple")
  func counts() async throws {
    try await TestServer.run { server in
      let app = server.app
      let second = rule(["referrals": 2], to: "referrer", ["unit": "once"])
      let every = rule(["referrals": 2, "every": true], to: "referrer", ["unit": "each"])
      let pending = rule(["referrals": 3, "state": "pending"], to: "referrer", ["unit": "early"])
      let campaign = try await app.campaign(goal: 2, rules: [second, every, pending])
      let ana = try await app.signUp("ana")
      for number in 1...5 {
        let friend = try await app.signUp("friend-\(number)", referrer: ana.code)
        if number == 4 { continue }
        #expect(try await campaign.convert(friend, step: 2, id: "c-\(number)").status == 200)
      }
      #expect(try await ana.balance(of: "once") == 50)
      #expect(try await ana.balance(of: "each") == 100)
      #expect(try await ana.balance(of: "early") == 0)
      #expect(try await campaign.leaders() == ["ana": 4])
    }
  }

  @Test("A count that falls and rises again pays nothing twice")
  func countFallsAndRises() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["referrals": 1], to: "referrer")])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      #expect(try await ana.balance == 50)
      let zoe = try await app.signUp("zoe")
      #expect(try await ben.merge(into: zoe).status == 200)
      _ = try await app.signUp("cem", referrer: ana.code)
      #expect(try await ana.balance == 50)
    }
  }

  @Test("A rule for each event pays for each, and for none twice")
  func perEvent() async throws {
    try await TestServer.run { server in
      let app = server.app
      _ = try await app.campaign(rules: [rule(["event": "buy"], ["per": "event"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      for id in ["1", "2", "2", "1", "3"] { try await app.event("buy", id: id, of: ben) }
      #expect(try await ben.balance == 150)
    }
  }
}
