import BeckonModel
import Testing

/// What teams build by hand around a referral service, each by one setting (`docs/RULES.md`).
@Suite struct WhatTeamsBuildTests {
  @Test("The referrer is paid for the first payment of more than nothing, once, and for no trial")
  func firstPaid() async throws {
    try await TestServer.run { server in
      let app = server.app
      let paid: JSON = ["event": "payment", "filter": ["amount": ["gt": 0]]]
      _ = try await app.campaign(rules: [rule(paid, to: "referrer", ["trust": "server"])])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      var balances: [Int64] = []
      for (id, amount) in [("trial", "0"), ("first", "9.90"), ("second", "9.90")] {
        try await app.pay(ben, amount, id: id)
        balances.append(try await ana.balance)
      }
      #expect(balances == [0, 50, 50])
    }
  }

  @Test("A reward is held for days, and a refund inside them voids it", arguments: [7, 30])
  func hold(days: Int) async throws {
    try await TestServer.run { server in
      let app = server.app
      let held = rule(["event": "payment"], to: "referrer", ["hold_days": .integer(days)])
      _ = try await app.campaign(rules: [held])
      let ana = try await app.signUp("ana")
      for name in ["ben", "cem"] {
        let friend = try await app.signUp(name, referrer: ana.code)
        try await app.pay(friend, "9.90", id: name)
      }
      try await server.wait(hours: Double(days * 24 - 1))
      #expect(try await (ana.balance, ana.pending) == (0, 100))
      #expect(try await app.post("/v1/payments/cem/refunds", ["id": "r"]).status == 201)
      #expect(try await (ana.balance, ana.pending) == (0, 50))
      try await server.wait(hours: 1)
      #expect(try await (ana.balance, ana.pending) == (50, 0))
    }
  }

  @Test("A referrer, or a referee, gets so much in a calendar month of the app, and so much ever")
  func caps() async throws {
    try await TestServer.run { server in
      let app = server.app
      try await app.set(["time_zone": "Europe/Istanbul"])
      let capped = rule(
        ["event": "buy"], to: "both",
        ["per": "event", "cap": ["per_month": 100, "per_person": 150]])
      let campaign = try await app.campaign(rules: [capped])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      let cem = try await app.signUp("cem", referrer: ana.code)
      // In Istanbul it is July three hours before it is July in UTC.
      try server.setTime("2026-06-30T20:59:59Z")
      for (id, friend) in [("1", ben), ("2", ben), ("3", cem)] {
        try await app.event("buy", id: id, of: friend)
      }
      #expect(try await (ana.balance, ben.balance, cem.balance) == (100, 100, 50))
      #expect(try await campaign.refusals(of: cem) == ["cap_per_month"])
      try server.setTime("2026-06-30T21:00:00Z")
      for (id, friend) in [("4", ben), ("5", cem)] {
        try await app.event("buy", id: id, of: friend)
      }
      #expect(try await (ana.balance, ben.balance, cem.balance) == (150, 150, 100))
      #expect(try await campaign.refusals(of: cem) == ["cap_per_month", "cap_per_person"])
    }
  }

  @Test("A reward that is given up makes room in the month in which it was made")
  func monthGivenBack() async throws {
    try await TestServer.run { server in
      let app = server.app
      let capped = rule(
        ["event": "payment"], to: "referrer",
        ["per": "event", "hold_days": 60, "cap": ["per_month": 50]])
      _ = try await app.campaign(rules: [capped])
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try server.setTime("2026-06-30T12:00:00Z")
      for id in ["june", "too-much"] { try await app.pay(ben, "5", id: id) }
      #expect(try await ana.pending == 50)
      try server.setTime("2026-07-01T12:00:00Z")
      try await app.pay(ben, "5", id: "july")
      #expect(try await app.post("/v1/payments/june/refunds", ["id": "r"]).status == 201)
      try await app.pay(ben, "5", id: "july-again")
      #expect(try await ana.pending == 50)
    }
  }

  @Test("A payment in another currency than the rule's is refused, and said to be")
  func currency() async throws {
    try await TestServer.run { server in
      let app = server.app
      let euros = rule(["event": "payment"], to: "referrer", ["currency": "eur"])
      let campaign = try await app.campaign(rules: [euros])
      #expect(campaign.made.value("rules.0.currency") == "EUR")
      let ana = try await app.signUp("ana")
      let ben = try await app.signUp("ben", referrer: ana.code)
      try await app.pay(ben, "9.90", id: "1", ["currency": "USD"])
      #expect(try await campaign.refusals(of: ben) == ["other_currency"])
      let unpaid = try await app.get(ben.path + "/unpaid").list("unpaid")
      #expect(unpaid.contains { $0["reason"] == "other_currency" })
      try await app.pay(ben, "9.90", id: "2", ["currency": "EUR"])
      #expect(try await ana.balance == 50)
      let stateRule = rule(["referral": "confirmed"], ["currency": "EUR"])
      #expect(try await app.patch(campaign.path, ["rules": [stateRule]]).code == "invalid_field")
    }
  }
}

extension TestApp {
  /// A person pays, as the app's server tells: euros, unless `more` says otherwise.
  func pay(_ person: TestPerson, _ amount: String, id: String, _ more: JSON = [:]) async throws {
    let usual: JSON = [
      "id": .string(id), "person": .string(person.id), "amount": .string(amount),
      "currency": "EUR",
    ]
    let names = (more.members ?? []).map(\.name)
    let answer = try await post(
      "/v1/payments",
      .object(
        (usual.members ?? []).filter { !names.contains($0.name) } + (more.members ?? [])))
    #expect(answer.status == 201, "\(answer.text)")
  }
}
