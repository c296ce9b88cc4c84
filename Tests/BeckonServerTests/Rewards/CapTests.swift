import BeckonModel
import Testing

/// Bounds on what a rule pays, coupons, and editing.
@Suite struct CapTests {
  @Test("A person gets no more than a rule's cap for one")
  func perPerson() async throws {
    try await TestServer.run { server in
      let app = server.app
      let capped = rule(["event": "buy"], to: "both", ["per": "event", "cap": ["per_person": 120]])
      let campaign = try await app.campaign(rules: [capped])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let cem = try await app.signUp("cem", referrer: ana.code)
      for id in 1...3 { try await app.event("buy", id: "b\(id)", of: ben) }
      try await app.event("buy", id: "c", of: cem)
      #expect(try await (ana.balance, ben.balance, cem.balance) == (100, 100, 50))
      #expect(try await campaign.refusals(of: ben) == ["cap_per_person", "cap_per_person"])
    }
  }

  @Test("A day is a day where the app is")
  func perDay() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["time_zone": "Europe/Istanbul"])
      let capped = rule(["event": "buy"], ["per": "event", "cap": ["per_day": 50]])
      _ = try await app.campaign(rules: [capped])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      // Istanbul is three hours before UTC: its 2 June begins at 21:00.
      let times = ["2026-06-01T09:00:00Z", "2026-06-01T20:59:59Z", "2026-06-01T21:00:00Z"]
      var balances: [Int64] = []
      for (index, time) in times.enumerated() {
        try server.setTime(time)
        try await app.event("buy", id: "\(index)", of: ben)
        balances.append(try await ben.balance)
      }
      #expect(balances == [50, 50, 100])
    }
  }

  @Test("A rule pays no more than its total")
  func total() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [
        rule(["referral": "confirmed"], ["cap": ["total": 100]])
      ])
      let ana = try await app.signUp("ana")
      var balances: [Int64] = []
      var last = ana
      for number in 1...3 {
        last = try await app.signUp("friend-\(number)", referrer: ana.code)
        balances.append(try await last.balance)
      }
      #expect(balances == [50, 50, 0])
      #expect(try await campaign.refusals(of: last) == ["cap_total"])
    }
  }

  @Test("A reward from before the cap that is approved after it uses room, and gives it back")
  func approvedAfterTheCap() async throws {
    try await TestServer.run { server in
      let app = server.app
      let careful: JSON = ["trust": "server", "per": "event", "hold_days": 1]
      let campaign = try await app.campaign(rules: [rule(["event": "buy"], careful)])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await app.event("buy", id: "1", of: ben, as: .publishable)
      try await server.wait(minutes: 1)
      let id = JSON.string(campaign.ruleIDs[0])
      let capped = rule(
        ["event": "buy"],
        .object(
          (careful.members ?? []) + [
            JSON.Member("id", id), JSON.Member("cap", ["total": 50, "per_person": 50]),
          ]))
      #expect(try await app.patch(campaign.path, ["rules": [capped]]).status == 200)
      try await server.wait(minutes: 1)
      let reward = try #require(try await app.transfers("&state=in_review").first?["id"]?.string)
      let path = "/v1/ledger/transfers/\(reward)"
      let approved = try await app.post(path + "/review", ["decision": "approve"])
      #expect(approved.string("state") == "pending")
      try await app.event("buy", id: "2", of: ben)
      #expect(try await ben.pending == 50)
      #expect(try await app.call("POST", path + "/clawback").status == 200)
      try await server.wait(minutes: 1)
      try await app.event("buy", id: "3", of: ben)
      #expect(try await ben.pending == 50)
      try await app.event("buy", id: "4", of: ben)
      #expect(try await ben.pending == 50)
    }
  }

  @Test("A pool of coupons hands out each code once, until it is empty")
  func coupons() async throws {
    try await TestServer.run { server in
      let app = server.app
      let path = "/v1/coupon-pools/spring/codes"
      let added = try await app.post(path, ["codes": ["A", "B", "A"]])
      #expect(added.integer("added") == 2)
      #expect(try await app.post(path, ["codes": ["B"]]).integer("free") == 2)
      let campaign = try await app.campaign(rules: [
        rule(["referral": "confirmed"], ["coupon_pool": "spring"])
      ])
      let ana = try await app.signUp("ana")
      var people: [TestPerson] = []
      for number in 1...3 {
        people.append(try await app.signUp("friend-\(number)", referrer: ana.code))
      }
      let coupons = try await app.transfers().compactMap { $0["coupon"]?.string }
      #expect(coupons.sorted() == ["A", "B"])
      #expect(try await people[2].balance == 0)
      #expect(try await campaign.refusals(of: people[2]) == ["no_coupon"])
    }
  }

  @Test("An edited rule keeps its id and what it has paid")
  func edit() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [rule(["event": "a"]), rule(["event": "b"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await app.event("a", id: "1", of: ben)
      let id = JSON.string(campaign.ruleIDs[0])
      let edited = try await app.patch(
        campaign.path, ["rules": [rule(["event": "a"], amount: 70, ["id": id])]])
      #expect(edited.value("rules.0.id") == id)
      #expect(edited.value("rules.0.amount") == 70)
      // The rule has paid Ben; the one that was left out pays no more.
      for (index, name) in ["a", "b"].enumerated() {
        try await app.event(name, id: "again-\(index)", of: ben)
      }
      #expect(try await ben.balance == 50)
      let cem = try await app.signUp("cem", referrer: ana.code)
      try await app.event("a", id: "cem", of: cem)
      #expect(try await cem.balance == 70)
    }
  }

  @Test(
    "A reward from before the cap was set gives nothing back that it never used",
    arguments: ["per_person", "per_day", "total"])
  func setLater(cap: String) async throws {
    try await TestServer.run { server in
      let app = server.app
      let free = rule(["event": "buy"], ["per": "event", "hold_days": 1])
      let campaign = try await app.campaign(rules: [free])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await app.event("buy", id: "1", of: ben)
      try await server.wait(minutes: 1)
      let bounded = rule(
        ["event": "buy"],
        [
          "id": .string(campaign.ruleIDs[0]), "per": "event", "hold_days": 1,
          "cap": .object([cap: 50]),
        ])
      #expect(try await app.patch(campaign.path, ["rules": [bounded]]).status == 200)
      try await server.wait(minutes: 1)
      for id in ["2", "3"] { try await app.event("buy", id: id, of: ben) }
      try await app.event("refund", id: "r1", of: ben, ["of": "1"])
      try await app.event("buy", id: "4", of: ben)
      #expect(try await ben.pending == 50)
      // What was paid under the cap still makes room.
      try await app.event("refund", id: "r2", of: ben, ["of": "2"])
      try await app.event("buy", id: "5", of: ben)
      #expect(try await ben.pending == 50)
    }
  }

  @Test("A rule's id may stand once, and must be the campaign's")
  func ruleIDs() async throws {
    try await TestServer.run { server in
      let app = server.app
      let campaign = try await app.campaign(rules: [rule(["event": "a"])])
      let foreign = try await app.campaign(name: "other", rules: [rule(["event": "a"])])
      let own = rule(["event": "a"], ["id": .string(campaign.ruleIDs[0])])
      let strange = rule(["event": "a"], ["id": .string(foreign.ruleIDs[0])])
      #expect(try await app.patch(campaign.path, ["rules": [own, own]]).code == "invalid_field")
      #expect(try await app.patch(campaign.path, ["rules": [strange]]).code == "invalid_field")
    }
  }
}
